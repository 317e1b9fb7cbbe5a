// Takes the place of the build tool's helper around each dynamic import. A browser keeps the failure of an import, or of its preload, until the
// page is reloaded; so the files of a part that is tried again are fetched first, and it is imported, from the cache, when they are here.
const linked = new Map<string, Promise<void>>()
let isCareful = false

/** Loads a part so that it can be loaded again when the network fails. */
export function carefully<T>(load: () => Promise<T>): Promise<T> {
  isCareful = true
  try {
    return load()
  } finally {
    isCareful = false
  }
}

export async function __vitePreload<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  const arrive = isCareful ? fetched : preloaded
  const needed = files.map((file) => new URL(file, BASE))
  await Promise.all(needed.map((file) => (file.pathname.endsWith('.css') ? styled(file) : arrive(file))))
  return load()
}

const BASE = new URL('/innoe-web/', location.origin)

/** The page of a gateway that answers in place of the server is no script. */
async function fetched({ href }: URL) {
  if (hasCome(href)) return
  const response = await fetch(href).catch(() => undefined)
  if (!response?.ok || !response.headers.get('content-type')?.includes('javascript')) throw new Error(notFetched(href))
  await response.arrayBuffer()
}

function preloaded({ href }: URL) {
  if (isThere(href)) return
  const link = linkTo(href, 'modulepreload')
  link.as = 'script'
  document.head.append(link)
}

function styled({ href }: URL): Promise<void> {
  const now = linked.get(href) ?? (isThere(href) ? Promise.resolve() : loaded(linkTo(href, 'stylesheet')))
  linked.set(href, now)
  now.catch(() => linked.delete(href))
  return now
}

const loaded = (link: HTMLLinkElement) =>
  new Promise<void>((resolve, reject) => {
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      link.remove()
      reject(new Error(notFetched(link.href)))
    })
    document.head.append(link)
  })

function linkTo(href: string, rel: string) {
  const link = document.createElement('link')
  Object.assign(link, { rel, href, crossOrigin: '' })
  return link
}

/** A file that an earlier part has brought, as long as the browser remembers it. */
const hasCome = (href: string) =>
  performance.getEntriesByName(href).some((entry) => entry instanceof PerformanceResourceTiming && entry.responseStatus === 200)

const isThere = (href: string) => [...document.querySelectorAll('link')].some((link) => link.href === href)
const notFetched = (href: string) => `Failed to fetch dynamically imported module: ${href}`
