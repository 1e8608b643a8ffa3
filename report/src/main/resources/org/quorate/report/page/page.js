(function () {
  "use strict";
  var doc = document, root = doc.documentElement;
  function all(selector, scope) { return Array.prototype.slice.call((scope || doc).querySelectorAll(selector)); }

  // Light or dark: what the system says until the reader says otherwise.
  var theme = doc.getElementById("theme");
  function dark() {
    return root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  }
  function name() { doc.getElementById("theme-name").textContent = dark() ? "Light" : "Dark"; }
  try { var kept = localStorage.getItem("quorate-theme"); if (kept) root.dataset.theme = kept; } catch (e) { /* private */ }
  theme.hidden = false;
  name();
  theme.addEventListener("click", function () {
    root.dataset.theme = dark() ? "light" : "dark";
    try { localStorage.setItem("quorate-theme", root.dataset.theme); } catch (e) { /* private */ }
    name();
  });

  // Values under the pointer, at once and in the page's own style instead of the browser's.
  all("svg.chart").forEach(function (svg) {
    var title = svg.querySelector(":scope > title");
    if (title) { svg.setAttribute("aria-label", title.textContent); svg.removeAttribute("aria-labelledby"); title.remove(); }
  });
  all("g.m").forEach(function (mark) {
    var title = mark.querySelector(":scope > title");
    if (title) { mark.dataset.tip = title.textContent; title.remove(); }
  });
  var tip = doc.createElement("div");
  tip.id = "tip"; tip.hidden = true; tip.setAttribute("role", "status");
  doc.body.appendChild(tip);
  function show(event) {
    var mark = event.target.closest && event.target.closest("g.m[data-tip]");
    if (!mark || mark.classList.contains("off")) { tip.hidden = true; return; }
    tip.textContent = mark.dataset.tip; tip.hidden = false;
    var box = tip.getBoundingClientRect(), x = event.clientX + 14, y = event.clientY + 16;
    if (x + box.width > innerWidth - 8) { x = Math.max(8, event.clientX - box.width - 12); }
    if (y + box.height > innerHeight - 8) { y = Math.max(8, event.clientY - box.height - 12); }
    tip.style.left = x + "px"; tip.style.top = y + "px";
  }
  doc.addEventListener("pointermove", show);
  doc.addEventListener("pointerdown", show);
  doc.addEventListener("scroll", function () { tip.hidden = true; }, { passive: true });

  // The legend turns levels on and off in every chart.
  var hidden = [];
  function apply() {
    all("g.m").forEach(function (mark) {
      mark.classList.toggle("off", hidden.some(function (name) { return mark.classList.contains(name); }));
    });
  }
  all(".legend .key").forEach(function (key) {
    key.setAttribute("role", "button"); key.tabIndex = 0; key.setAttribute("aria-pressed", "true");
    function toggle() {
      var level = key.dataset.level, at = hidden.indexOf(level);
      if (at < 0) { hidden.push(level); } else { hidden.splice(at, 1); }
      key.setAttribute("aria-pressed", String(at >= 0));
      apply();
    }
    key.addEventListener("click", toggle);
    key.addEventListener("keydown", function (event) {
      if (event.key === "Enter" || event.key === " ") { event.preventDefault(); toggle(); }
    });
  });

  // Tables sort by the numbers behind their texts.
  all("table").forEach(function (table) {
    var body = table.tBodies[0];
    if (!body || body.rows.length < 2) { return; }
    all("thead th", table).forEach(function (th, column) {
      var button = doc.createElement("button");
      button.type = "button"; button.className = "sort";
      while (th.firstChild) { button.appendChild(th.firstChild); }
      th.appendChild(button);
      button.addEventListener("click", function () {
        var down = th.getAttribute("aria-sort") === "ascending";
        all("thead th", table).forEach(function (other) { other.removeAttribute("aria-sort"); });
        th.setAttribute("aria-sort", down ? "descending" : "ascending");
        function value(row) { var cell = row.cells[column]; return cell.dataset.v === undefined ? null : +cell.dataset.v; }
        all("tr", body).map(function (row) { return row; }).sort(function (a, b) {
          var x = value(a), y = value(b), order;
          if (x === null || y === null) {
            order = x === y ? a.cells[column].textContent.localeCompare(b.cells[column].textContent, "en", { numeric: true }) : x === null ? 1 : -1;
          } else { order = x - y; }
          return down ? -order : order;
        }).forEach(function (row) { body.appendChild(row); });
      });
    });
  });

  // Where in the page the reader is.
  var links = all("nav a");
  if (window.IntersectionObserver) {
    var seen = new IntersectionObserver(function (entries) {
      entries.forEach(function (entry) {
        if (entry.isIntersecting) {
          links.forEach(function (link) { link.classList.toggle("here", link.hash === "#" + entry.target.id); });
        }
      });
    }, { rootMargin: "-20% 0px -70% 0px" });
    all("main section").forEach(function (section) { seen.observe(section); });
  }

  // Copy the command.
  var command = doc.querySelector("pre.command");
  if (command && navigator.clipboard) {
    var text = command.textContent, copy = doc.createElement("button");
    copy.type = "button"; copy.textContent = "Copy";
    copy.addEventListener("click", function () {
      navigator.clipboard.writeText(text).then(function () { copy.textContent = "Copied"; });
    });
    command.appendChild(copy);
  }
})();
