// What a careful reader would complain of, as a list of sentences.
var problems = [];
function visible(element) { return element.getClientRects().length > 0; }
function name(svg) { return (svg.closest("section") || { id: "?" }).id + " " + svg.getAttribute("viewBox"); }

document.querySelectorAll("details").forEach(function (details) { details.open = true; });
if (document.documentElement.scrollWidth > innerWidth) {
  problems.push("the page is " + document.documentElement.scrollWidth + " wide, the window " + innerWidth);
}
document.querySelectorAll("h1, h2, h3, p, li, figure, .scroll, pre, dl, .legend").forEach(function (element) {
  if (!visible(element) || element.closest(".scroll table, pre")) { return; }
  var box = element.getBoundingClientRect();
  if (box.right > innerWidth + 1 || box.left < -1) {
    problems.push(element.tagName + " leaves the window: " + element.textContent.slice(0, 40));
  }
});

if (innerWidth >= 1400) {
  document.querySelectorAll(".scroll, pre").forEach(function (box) {
    if (visible(box) && box.scrollWidth > box.clientWidth) {
      problems.push("of " + box.clientWidth + " pixels " + box.scrollWidth + " are needed: " + box.textContent.slice(0, 40));
    }
  });
}

document.querySelectorAll("figure:not(.quote)").forEach(function (figure) {
  var shown = Array.from(figure.querySelectorAll("svg.chart")).filter(visible);
  if (shown.length !== 1) { problems.push("a figure shows " + shown.length + " charts: " + figure.textContent.slice(0, 40)); }
});

Array.from(document.querySelectorAll("svg.chart")).filter(visible).forEach(function (svg) {
  if (svg.querySelectorAll("g.m").length === 0) { problems.push(name(svg) + " has no marks"); }
  var frame = svg.getBoundingClientRect(), scale = frame.width / svg.viewBox.baseVal.width;
  svg.querySelectorAll("path, rect, circle, text").forEach(function (element) {
    var box = element.getBBox();
    [box.x, box.y, box.width, box.height].forEach(function (value) {
      if (!isFinite(value)) { problems.push(name(svg) + " has a shape without a place"); }
    });
    var slack = 2, view = svg.viewBox.baseVal;
    if (box.x < -slack || box.y < -slack || box.x + box.width > view.width + slack || box.y + box.height > view.height + slack) {
      problems.push(name(svg) + " is left by " + element.tagName + " " + element.textContent + " " + [box.x, box.y, box.width, box.height].map(Math.round));
    }
  });
  var texts = Array.from(svg.querySelectorAll("text"));
  texts.forEach(function (text) {
    var size = parseFloat(getComputedStyle(text).fontSize) * scale;
    if (size < 8.5) { problems.push(name(svg) + " has text of " + size.toFixed(1) + " pixels: " + text.textContent); }
  });
  // Copied, since each number of a browser's own box is a call into the browser.
  var boxes = texts.map(function (text) {
    var box = text.getBBox();
    return { x: box.x, y: box.y, width: box.width, height: box.height };
  });
  for (var i = 0; i < boxes.length; i++) {
    for (var j = 0; j < i; j++) {
      var a = boxes[i], b = boxes[j];
      var wide = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
      var high = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
      if (wide > 1.5 && high > 3) {
        problems.push(name(svg) + ": \"" + texts[i].textContent + "\" covers \"" + texts[j].textContent + "\"");
      }
    }
  }
});
return problems.slice(0, 20);
