"""Compares pictures of the page with those that people have looked at and found good.

They are kept in half size, in `references/`. A picture is compared square by square, so that another
browser's way to draw the edge of a letter does not count, and a part that is missing, new or elsewhere
does. SOTTO_UPDATE_REFERENCES=1 keeps the new pictures; look at them before they are committed.
"""

import base64
import os
import time
from pathlib import Path

REFERENCES = Path(__file__).parent / "references"
# So many squares may differ: about an icon.
MOST_DIFFERENT = 24
# So long a screen may take until all is there that it waits for, in seconds.
PATIENCE = 10

SCRIPT = """
async ([shot, reference]) => {
  const square = 8; // Pixels of the screen.
  const load = async (data, type) => createImageBitmap(await (await fetch(`data:${type};base64,${data}`)).blob());
  const scaled = (image, width, height) => {
    const canvas = new OffscreenCanvas(width, height);
    const drawing = canvas.getContext('2d');
    drawing.imageSmoothingQuality = 'high';
    drawing.drawImage(image, 0, 0, width, height);
    return [canvas, drawing];
  };
  const image = await load(shot, 'image/png');
  const [half] = scaled(image, image.width / 2, image.height / 2);
  const packed = await half.convertToBlob({ type: 'image/webp', quality: 0.8 });
  const bytes = new Uint8Array(await packed.arrayBuffer());
  const kept = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  if (!reference) return { kept, different: Infinity };
  const [columns, rows] = [Math.ceil(image.width / square), Math.ceil(image.height / square)];
  const pixels = (source) => scaled(source, columns, rows)[1].getImageData(0, 0, columns, rows).data;
  const before = pixels(await load(reference, 'image/webp'));
  const now = pixels(await createImageBitmap(packed));
  let different = 0;
  for (let at = 0; at < now.length; at += 4) {
    different += [0, 1, 2].some((channel) => Math.abs(now[at + channel] - before[at + channel]) > 24);
  }
  return { kept, different };
}
"""


class References:
    """Needs a page that shows nothing, to look at pictures with."""

    def __init__(self, page):
        self.page = page

    def check(self, name, shoot):
        """Takes pictures until one is as it should be: a title may come after the answer it belongs to."""
        path = REFERENCES / f"{name}.webp"
        if os.environ.get("SOTTO_UPDATE_REFERENCES"):
            time.sleep(1)
            result = self.compare(shoot(), path)
            # What looks the same is not written again.
            if result["different"] > MOST_DIFFERENT / 4:
                REFERENCES.mkdir(exist_ok=True)
                path.write_bytes(base64.b64decode(result["kept"]))
            return
        assert path.exists(), f"there is no picture {path.name} to compare with"
        end = time.monotonic() + PATIENCE
        while (different := self.compare(shoot(), path)["different"]) > MOST_DIFFERENT:
            assert time.monotonic() < end, (
                f"{name} does not look as in {path.relative_to(REFERENCES.parent)}: "
                f"{different} squares of it differ; see .sotto/screenshots"
            )

    def compare(self, png, path):
        reference = base64.b64encode(path.read_bytes()).decode() if path.exists() else None
        return self.page.evaluate(SCRIPT, [base64.b64encode(png).decode(), reference])
