/**
 * Keeps the page as high as what can be seen, so that the composer stays above a phone's keyboard
 * on browsers that lay the keyboard over the page.
 */
export function followViewport() {
  const { visualViewport } = window;
  if (!visualViewport) return;
  const fit = () => {
    // A page that is zoomed by the reader is not covered by a keyboard.
    if (visualViewport.scale > 1.05) return;
    const style = document.documentElement.style;
    style.setProperty('--visible-height', `${visualViewport.height}px`);
    style.setProperty('--visible-top', `${visualViewport.offsetTop}px`);
  };
  visualViewport.addEventListener('resize', fit);
  visualViewport.addEventListener('scroll', fit);
  fit();
}
