import { option } from '../kit/fields.ts'

/** The separator between the parts of a name. */
export const CONNECTOR = option(
  '连接符',
  'Connector',
  { UNDERSCORE: ['下划线', 'Underscore'], HYPHEN: ['短横线', 'Hyphen'], DOT: ['点', 'Dot'], SPACE: ['空格', 'Space'] },
  { default: 'UNDERSCORE' },
)
export type Connector = keyof typeof CONNECTOR.options

const SIGNS: Record<Connector, string> = { UNDERSCORE: '_', HYPHEN: '-', DOT: '.', SPACE: ' ' }

type Named = { case_no?: string | null; ext: string; connector?: Connector }
type NameParts = Named & { type?: string | null; issue_date?: string | null }

/** File systems count the bytes of a name; a Chinese character has three. */
const MAX_NAME_BYTES = 255

/** Case number, document type and issue date; a missing part is left out with its connector. The type is cut first, the extension never. */
export const archiveName = ({ type, issue_date, ...named }: NameParts): string => joined(named, type, (issue_date ?? '').replaceAll('-', ''))

/** The name of a receipt or an invoice: case number, fee, and the kind of voucher in words. The name of the fee is cut first. */
export const receiptName = ({ fee, voucher, ...named }: Named & { fee?: string | null; voucher: string }): string =>
  joined(named, fee, safeName(voucher))

function joined({ case_no, ext, connector = 'UNDERSCORE' }: Named, cut: string | null | undefined, last: string): string {
  const head = safeName((case_no ?? '').replaceAll('/', '-'))
  const tail = ext ? `.${safeName(ext)}` : ''
  const join = (middle: string) => [head, middle, last].filter((part) => part !== '').join(SIGNS[connector]) + tail
  const middle = safeName(cut ?? '')
  const kept = join(cutTo(middle, MAX_NAME_BYTES - bytesOf(join(middle)) + bytesOf(middle)))
  return bytesOf(kept) > MAX_NAME_BYTES ? cutName(kept) : kept
}

const bytesOf = (text: string) => new TextEncoder().encode(text).length

/** As many whole characters as these bytes hold. */
function cutTo(text: string, bytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(Math.max(bytes, 0)))
  return text.slice(0, read)
}

/**
 * Removes characters that some file systems refuse, and those that change the text direction, which can disguise an `exe.pdf`.
 * Windows drops a dot at the end, and holds no file with the name of a device.
 */
export function safeName(name: string): string {
  return name
    .normalize('NFC')
    .replace(TURNING, '')
    .replace(/[\u0000-\u001f\u007f\\/:*?"<>|]/g, '_')
    .replace(/^\.+/, '_')
    .replace(/[.\s]+$/, '')
    .trimStart()
    .replace(DEVICE, '_$&')
}

/** The name of a file within an archive, with its folders: no path leads out of the archive. */
export const safePath = (path: string) =>
  path
    .split(/[\\/]+/)
    .map(safeName)
    .filter((part) => part !== '')
    .join('/')

const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i
const TURNING = /[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g

/** Cut by whole characters; the extension stays, for it says what the file is. */
export function cutName(name: string, longest = MAX_NAME_BYTES): string {
  if (bytesOf(name) <= longest) return name
  const ext = /\.[A-Za-z0-9]{1,16}$/.exec(name)?.[0] ?? ''
  return cutTo(name, longest - ext.length) + ext
}

/** `a.pdf`, then `a(2).pdf`: another document, not another version. `keyOf`: how the taken names are written. */
export function freeName(name: string, taken: ReadonlySet<string>, keyOf = (tried: string) => tried): string {
  const dot = name.lastIndexOf('.')
  const [stem, tail] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  for (let n = 1; ; n++) {
    const end = `(${n})${tail}`
    const tried = n === 1 ? name : `${cutTo(stem, MAX_NAME_BYTES - bytesOf(end))}${end}`
    if (!taken.has(keyOf(tried))) return tried
  }
}
