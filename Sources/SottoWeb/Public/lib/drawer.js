const edgeWidth = 24; // CSS pixels from the side where a swipe opens the drawer.
const flick = 0.4; // CSS pixels in a millisecond: faster than this is a decision.

/**
 * Lets a drawer follow the finger: drag it shut, or, one on the left, in from the edge.
 * @param {object} options
 * @param {HTMLElement} options.drawer
 * @param {HTMLElement} options.scrim
 * @param {HTMLElement} options.edge where an opening swipe may begin
 * @param {() => boolean} options.isOpen
 * @param {() => boolean} options.isDrawer
 * @param {(open: boolean) => void} options.settle
 * @param {AbortSignal} options.signal
 * @param {'left'|'right'} [options.side] of the page where it is
 */
export function followFinger({ drawer, scrim, edge, isOpen, isDrawer, settle, signal, side = 'left' }) {
  const outward = side === 'left' ? 1 : -1; // The direction in which it opens.
  let drag = null;

  const begin = (event) => {
    if (!isDrawer() || event.touches.length !== 1) return;
    const touch = event.touches[0];
    if (!isOpen() && touch.clientX > edgeWidth) return;
    drag = { x: touch.clientX, y: touch.clientY, at: event.timeStamp, wasOpen: isOpen(), moved: 0 };
  };

  const move = (event) => {
    if (!drag) return;
    const touch = event.touches[0];
    const dx = (touch.clientX - drag.x) * outward;
    if (!drag.isOurs) {
      if (Math.abs(touch.clientY - drag.y) > 10) return (drag = null);
      if (Math.abs(dx) < 10) return;
      drag.isOurs = true;
      drawer.classList.add('is-dragged');
    }
    event.preventDefault();
    drag.moved = dx;
    const width = drawer.offsetWidth;
    const shown = Math.max(0, Math.min(width, (drag.wasOpen ? width : 0) + dx));
    drawer.style.transform = `translateX(${(shown - width) * outward}px)`;
    scrim.style.opacity = String(shown / width);
  };

  const end = (event) => {
    if (drag?.isOurs) {
      const speed = drag.moved / Math.max(1, event.timeStamp - drag.at);
      const isDecided = Math.abs(speed) > flick || Math.abs(drag.moved) > drawer.offsetWidth / 3;
      drawer.classList.remove('is-dragged');
      drawer.style.transform = '';
      scrim.style.opacity = '';
      if (isDecided) settle(drag.moved > 0);
    }
    drag = null;
  };

  for (const place of [drawer, scrim, edge]) {
    place.addEventListener('touchstart', begin, { passive: true, signal });
    place.addEventListener('touchmove', move, { passive: false, signal });
    place.addEventListener('touchend', end, { signal });
    place.addEventListener('touchcancel', end, { signal });
  }
}
