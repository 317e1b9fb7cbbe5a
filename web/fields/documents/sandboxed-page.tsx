// The frame has no origin and runs no scripts or forms of the document; it fetches no resource.
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:"

type SandboxedProps = { title: string; style: string; html: string; zoom: number }

export function SandboxedPage({ title, style, html, zoom }: SandboxedProps) {
  const page = `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><style>:root{color-scheme:light;background:#fff;zoom:${zoom}}</style><style>${style}</style><body>${html}`
  return <iframe className="viewer-frame" sandbox="" title={title} srcDoc={page} referrerPolicy="no-referrer" />
}
