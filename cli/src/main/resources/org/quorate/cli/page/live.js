(function () {
  "use strict";
  var doc = document, body = doc.body;
  var line = doc.getElementById("connection"), tables = doc.getElementById("tables");
  var last = body.dataset.id, source = null, heard = moment(), tried, lost = null, over = false;
  // A stream ends in order every eight seconds and is opened again, so a longer silence is none.
  var SHORT = 3000, LONG = 20000;

  // A clock may be set meanwhile, so it is shown and nothing is measured by it.
  function moment() { return { clock: new Date(), ticks: performance.now() }; }
  function age(since) { return performance.now() - since.ticks; }

  function all(selector) { return Array.prototype.slice.call(doc.querySelectorAll(selector)); }
  function part(name) {
    return all("[data-part]").find(function (each) { return each.dataset.part === name; });
  }
  function isTable(name) { return name.indexOf("table ") === 0; }
  function clock(at) { return at.clock.toISOString().slice(11, 19) + " UTC"; }

  // Said only when it is another sentence, since it is read aloud.
  function say(text, isLost) {
    if (line.textContent !== text) { line.textContent = text; }
    line.classList.toggle("lost", isLost);
  }

  // A link that has the focus keeps it.
  function fill(element, markup) {
    var at = element.contains(doc.activeElement) ? doc.activeElement.getAttribute("href") : null;
    element.innerHTML = markup;
    if (at !== null) {
      var again = Array.prototype.find.call(element.querySelectorAll("a"), function (link) {
        return link.getAttribute("href") === at;
      });
      if (again) { again.focus({ preventScroll: true }); }
    }
  }

  // Sections of tables are in the order of their names; one that stays where it is is not touched.
  function arrange(names) {
    if (!tables) { return; }
    all("#tables > section").forEach(function (section) {
      if (names.indexOf(section.dataset.part) < 0) { section.remove(); }
    });
    var next = tables.firstElementChild;
    names.filter(isTable).forEach(function (name) {
      if (next && next.dataset.part === name) { next = next.nextElementSibling; return; }
      var section = part(name) || doc.createElement("section");
      section.dataset.part = name;
      tables.insertBefore(section, next);
    });
  }

  function show(picture) {
    if (picture.page !== body.dataset.page) { location.reload(); return; }
    arrange(picture.names);
    picture.names.forEach(function (name) {
      var markup = picture.parts[name], place = part(name);
      if (markup !== undefined && place) { fill(place, markup); }
    });
  }

  function alive() { heard = moment(); lost = null; look(); }

  function open() {
    tried = moment();
    if (source) { source.close(); }
    source = new EventSource("live?after=" + encodeURIComponent(last));
    source.onopen = alive;
    source.onerror = function () { lost = lost || moment(); };
    source.addEventListener("picture", function (event) {
      var picture = JSON.parse(event.data);
      show(picture);
      last = event.lastEventId;
      if (picture.over) { end(picture.over); } else { alive(); }
    });
  }

  // There will be no other picture, and soon nobody to ask.
  function end(why) {
    over = true;
    source.close();
    doc.getElementById("save").hidden = true;
    say(why, false);
  }

  function look() {
    if (over) { return; }
    var isGone = (lost && age(lost) > SHORT) || age(heard) > LONG;
    if (isGone) {
      say("Not connected since " + clock(lost || heard) + ": what is below is of then. It is tried again until it answers.", true);
    } else {
      say("Connected: this page renews itself.", false);
    }
    // A browser gives up for good after an answer that is no stream, and may wait for a dead network for minutes.
    if ((source.readyState === EventSource.CLOSED || age(heard) > LONG) && age(tried) > SHORT) { open(); }
  }

  doc.getElementById("save").addEventListener("click", function (event) {
    event.currentTarget.download = "quorate-" + new Date().toISOString().slice(0, 16).replace(":", "-") + "Z.html";
  });
  open();
  setInterval(look, 1000);
})();
