/** What the timeline's page does in a browser: draws the lanes of its data and answers to the pointer and the keys. */
export const pageScript = `
'use strict';
const data = JSON.parse(document.getElementById('data').textContent);
const canvas = document.getElementById('timeline');
const told = document.getElementById('told');
const search = document.getElementById('search');
const left = 150, top_ = 24, laneHeight = 22;
let from = 0, to = Math.max(1, data.end), dragged, measured, wide = 1;
const width = () => canvas.clientWidth - left;
const x = (t) => left + (t - from) / (to - from) * wide;
const time = (px) => from + (px - left) / width() * (to - from);
const text = (ns) => ns >= 1e9 ? (ns / 1e9).toFixed(3) + ' s' : ns >= 1e6 ? (ns / 1e6).toFixed(3) + ' ms' : ns >= 1e3 ? (ns / 1e3).toFixed(3) + ' us' : ns.toFixed(0) + ' ns';
function step() {
  const wanted = (to - from) / 8, power = 10 ** Math.floor(Math.log10(wanted));
  return power * (wanted / power > 5 ? 10 : wanted / power > 2 ? 5 : 2);
}
function draw() {
  const scale = devicePixelRatio || 1, height = top_ + data.lanes.length * laneHeight + 6;
  if (canvas.style.height !== height + 'px') canvas.style.height = height + 'px';
  wide = width();
  canvas.width = (wide + left) * scale;
  canvas.height = height * scale;
  const c = canvas.getContext('2d');
  c.scale(scale, scale);
  c.font = '12px system-ui, sans-serif';
  c.fillStyle = '#fff';
  c.fillRect(0, 0, wide + left, height);
  const every = step();
  for (let t = Math.ceil(from / every) * every; t <= to; t += every) {
    c.fillStyle = '#ddd';
    c.fillRect(x(t), 16, 1, height);
    c.fillStyle = '#555';
    c.fillText(text(t), x(t) + 2, 12);
  }
  const wanted = search.value.toLowerCase();
  data.lanes.forEach((lane, i) => {
    const y = top_ + i * laneHeight;
    // Of bars that are narrower than half a pixel one stands for those beside it.
    const half = (to - from) / wide / 2;
    let hidden = from;
    for (const bar of lane.bars) {
      if (bar.end < from || bar.start > to) continue;
      if (bar.end - bar.start < half) {
        if (bar.start < hidden) continue;
        hidden = bar.start + half;
      }
      const a = Math.max(left, x(bar.start)), b = Math.max(a + 1, x(bar.end));
      c.globalAlpha = wanted && !bar.name.toLowerCase().includes(wanted) ? 0.15 : 1;
      c.fillStyle = bar.color || '#8c8c8c';
      c.fillRect(a, y, b - a, laneHeight - 4);
      if (b - a > 40) {
        c.save();
        c.beginPath();
        c.rect(a, y, b - a, laneHeight);
        c.clip();
        c.fillStyle = '#fff';
        c.fillText(bar.name, a + 3, y + 13);
        c.restore();
      }
    }
    c.globalAlpha = 1;
    c.fillStyle = '#fff';
    c.fillRect(0, y, left, laneHeight);
    c.fillStyle = '#222';
    c.fillText(lane.name, 4, y + 13);
  });
  if (measured) {
    c.fillStyle = 'rgba(200, 60, 60, 0.2)';
    c.fillRect(x(Math.min(...measured)), top_, Math.abs(x(measured[1]) - x(measured[0])), height);
  }
}
function barAt(event) {
  const lane = data.lanes[Math.floor((event.offsetY - top_) / laneHeight)];
  const t = time(event.offsetX), near = (to - from) / width() * 2;
  return lane && event.offsetX >= left ? lane.bars.findLast((bar) => bar.start - near <= t && t <= bar.end + near) : undefined;
}
function zoom(at, by) {
  const span = Math.min(data.end * 1.2, Math.max(100, (to - from) * by)), share = (at - from) / (to - from);
  from = at - span * share;
  to = from + span;
  draw();
}
canvas.addEventListener('wheel', (event) => {
  event.preventDefault();
  zoom(time(event.offsetX), Math.exp(event.deltaY * 0.002));
}, { passive: false });
canvas.addEventListener('pointerdown', (event) => {
  canvas.setPointerCapture(event.pointerId);
  const t = time(event.offsetX);
  measured = event.shiftKey ? [t, t] : undefined;
  dragged = { x: event.offsetX, from, to };
});
canvas.addEventListener('pointerup', () => { dragged = undefined; });
canvas.addEventListener('pointermove', (event) => {
  if (dragged && measured) {
    measured[1] = time(event.offsetX);
    told.textContent = 'between: ' + text(Math.abs(measured[1] - measured[0]));
  } else if (dragged) {
    const by = (dragged.x - event.offsetX) / width() * (dragged.to - dragged.from);
    from = dragged.from + by;
    to = dragged.to + by;
  } else {
    const bar = barAt(event);
    if (bar) told.textContent = bar.name + ': ' + text(bar.end - bar.start) + ' from ' + text(bar.start) + (bar.facts ? ', ' + bar.facts : '');
    return;
  }
  draw();
});
search.addEventListener('input', () => {
  const wanted = search.value.toLowerCase();
  const found = wanted ? data.lanes.flatMap((lane) => lane.bars.filter((bar) => bar.name.toLowerCase().includes(wanted))) : [];
  if (wanted) told.textContent = found.length + ' found, ' + text(found.reduce((sum, bar) => sum + bar.end - bar.start, 0));
  draw();
});
search.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter') return;
  const wanted = search.value.toLowerCase(), bars = data.lanes.flatMap((lane) => lane.bars).filter((bar) => bar.name.toLowerCase().includes(wanted));
  const next = bars.sort((a, b) => a.start - b.start).find((bar) => bar.start > (from + to) / 2) || bars[0];
  if (!next) return;
  const span = Math.max(100, (next.end - next.start) * 5), middle = (next.start + next.end) / 2;
  from = middle - span / 2;
  to = middle + span / 2;
  draw();
});
canvas.addEventListener('keydown', (event) => {
  const by = (to - from) / 5;
  if (event.key === '+') zoom((from + to) / 2, 0.7);
  else if (event.key === '-') zoom((from + to) / 2, 1.4);
  else if (event.key === 'ArrowLeft') { from -= by; to -= by; draw(); }
  else if (event.key === 'ArrowRight') { from += by; to += by; draw(); }
});
document.getElementById('all').addEventListener('click', () => { from = 0; to = Math.max(1, data.end); measured = undefined; draw(); });
addEventListener('resize', draw);
draw();
`;
