"""What the page's worker has, and waiting for it."""


def wait_until(page, script, argument=None):
    """Looks until an expression holds, which may await something and use `argument`."""
    page.evaluate(
        """async (argument) => {
          const end = Date.now() + 15000;
          while (!(%s)) {
            if (Date.now() > end) throw new Error('it did not come to that');
            await new Promise((resolve) => setTimeout(resolve, 50));
          }
        }"""
        % script,
        argument,
    )


def wait_for_worker(page):
    """Until the worker answers for the page and has its files."""
    page.evaluate("navigator.serviceWorker.ready.then(() => {})")
    wait_until(page, "navigator.serviceWorker.controller")


def wait_for_shell(page, version):
    """Until the worker of a version has all its files and answers."""
    wait_until(page, "await (await caches.open(`shell-${argument}`)).match('/')", version)
    wait_until(page, "(await navigator.serviceWorker.ready).active.state === 'activated'")
    wait_until(page, "!(await navigator.serviceWorker.ready).installing")


def version_of(page):
    """The version of the page's files, from their address."""
    script = "document.querySelector('script[type=module]').src.split('/')[3].slice(1)"
    return page.evaluate(script)


KEEPS = "(await (await caches.open('history')).keys()).some((key) => key.url.endsWith(argument))"
NAMES = "(await (await caches.open('history')).keys()).some((key) => key.url.includes(argument))"


def wait_until_kept(page, *ends):
    """Until answers whose addresses end so can be read without the server."""
    for end in ends:
        wait_until(page, KEEPS, end)


def wait_until_forgotten(page, name):
    """Until no answer of an address with a name in it is kept."""
    wait_until(page, f"!{NAMES}", name)


def kept(page):
    """All that is kept: pairs of path and text."""
    return page.evaluate(
        """async () => {
          const all = [];
          for (const name of await caches.keys()) {
            const cache = await caches.open(name);
            for (const key of await cache.keys()) {
              all.push([new URL(key.url).pathname, await (await cache.match(key)).text()]);
            }
          }
          return all;
        }"""
    )
