import { Parser } from 'htmlparser2'
import PostalMime from 'postal-mime'
import type { TextPage } from '../../../model/documents/text.ts'
import { MAX_CHARS } from './limits.ts'

/** One page of text. */
export function pageOf(text: string): TextPage {
  const tidy = text.replace(/\r\n?/g, '\n').replaceAll('\0', '').slice(0, MAX_CHARS)
  return { text: tidy, lines: tidy.split('\n').map((line) => ({ text: line })) }
}

const BLOCKS = new Set([
  'p',
  'div',
  'br',
  'tr',
  'li',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'table',
  'section',
  'article',
  'header',
  'footer',
  'title',
  'pre',
])
const SILENT = new Set(['script', 'style', 'noscript', 'template'])

/** The readable text of a web page. */
export function textOfHtml(html: string): string {
  let [text, silent] = ['', 0]
  const parser = new Parser({
    onopentagname(name) {
      if (SILENT.has(name)) silent++
      if (BLOCKS.has(name)) text += '\n'
      else if (name === 'td' || name === 'th') text += '  '
    },
    ontext(piece) {
      if (!silent && text.length < MAX_CHARS) text += piece.replace(/\s+/g, ' ')
    },
    onclosetag(name) {
      if (SILENT.has(name)) silent = Math.max(0, silent - 1)
      if (BLOCKS.has(name)) text += '\n'
    },
  })
  parser.end(html)
  return text.replace(/[ \t]*\n\s*/g, '\n').trim()
}

/** The text of an XML file: that of each element on a line of its own, after its name. Entities that the file declares are not resolved. */
export function textOfXml(xml: string): string {
  const lines: string[] = []
  let [chars, name, text] = [0, '', '']
  const flush = () => {
    const found = text.replace(/\s+/g, ' ').trim()
    if (found && chars < MAX_CHARS) lines.push(name ? `${name}: ${found}` : found)
    chars += found.length
    text = ''
  }
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        flush()
        name = tag
        for (const [code, value] of Object.entries(attributes))
          if (value.trim() && !code.startsWith('xml')) lines.push(`${code}: ${value.trim().slice(0, 1000)}`)
      },
      ontext(piece) {
        if (text.length < MAX_CHARS) text += piece
      },
      onclosetag: flush,
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(xml)
  flush()
  return lines.join('\n')
}

/** Head and text of a message; attachments are files of their own. */
export async function textOfMail(bytes: Uint8Array): Promise<string> {
  const mail = await PostalMime.parse(bytes, { maxNestingDepth: 20, maxHeadersSize: 1 << 20 })
  const from = mail.from ? [mail.from.name, mail.from.address].filter(Boolean).join(' ') : ''
  const head = [mail.subject, from, mail.date].filter(Boolean).join('\n')
  return `${head}\n\n${mail.text ?? textOfHtml(mail.html ?? '')}`
}
