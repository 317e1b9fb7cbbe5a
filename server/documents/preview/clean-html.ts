import { Parser } from 'htmlparser2'
import { SHOWN } from '../../../model/documents/preview.ts'

// An allow list: every other tag and attribute is removed.
const TAGS = new Set(
  'a abbr address b bdi bdo big blockquote br caption center cite code col colgroup dd del dfn div dl dt em figcaption figure font h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q rp rt ruby s samp section small span strike strong sub sup table tbody td tfoot th thead tr tt u ul var wbr'.split(' '),
) // oxfmt-ignore
const VOID = new Set(['br', 'hr', 'img', 'col', 'wbr'])
/** Their text is no text of the mail. */
const SILENT = new Set(
  'script style title head template noscript iframe object embed svg math textarea select option xmp noembed noframes plaintext'.split(' '),
)
const ATTRIBUTES = new Set(
  'align alt bgcolor border cellpadding cellspacing color colspan dir face height lang nowrap rowspan size span start style title type valign value width'.split(' '),
) // oxfmt-ignore
const PICTURE = /^data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/=\s]+$/
/** A style may neither fetch nor cover anything. */
const ACTIVE = /url|expression|import|behaviou?r|binding|position|z-index|image|content|var\(|\\|@|<|\/\*/i

/** HTML without anything active or remote. `remote`: how many pictures of other servers are left out. */
export function cleanHtml(given: string, pictures: ReadonlyMap<string, string> = new Map()): { html: string; remote: number } {
  const out: string[] = []
  const open: string[] = []
  let [silent, remote, length] = [0, 0, 0]
  const say = (text: string) => {
    length += text.length
    if (length < SHOWN.characters * 4) out.push(text)
  }
  const picture = (src = '') => {
    const known = src.startsWith('cid:') ? pictures.get(decoded(src.slice(4))) : PICTURE.test(src) ? src : undefined
    if (!known && !src.startsWith('cid:')) remote++
    return known
  }
  const parser = new Parser({
    onopentag(name, attributes) {
      if (SILENT.has(name)) silent++
      if (silent > 0 || !TAGS.has(name)) return
      const src = name === 'img' ? picture(attributes.src) : undefined
      if (name === 'img' && !src) return say(escaped(attributes.alt ?? ''))
      if (open.length > 200) return // nested on purpose
      const kept = Object.entries(attributes).filter(([key, value]) => ATTRIBUTES.has(key) && !(key === 'style' && ACTIVE.test(value)))
      const link = name === 'a' && /^(https?:|mailto:)/i.test(attributes.href ?? '') ? [['title', attributes.href ?? '']] : []
      say(`<${name}${[...kept, ...link, ...(src ? [['src', src]] : [])].map(([key, value]) => ` ${key}="${escaped(value ?? '')}"`).join('')}>`)
      if (!VOID.has(name)) open.push(name)
    },
    onclosetag(name) {
      if (SILENT.has(name)) silent = Math.max(0, silent - 1)
      if (silent > 0 || open.at(-1) !== name) return
      open.pop()
      say(`</${name}>`)
    },
    ontext(text) {
      if (silent === 0) say(escaped(text))
    },
  })
  parser.write(given.slice(0, SHOWN.characters * 4))
  parser.end()
  return { html: `${out.join('').toWellFormed()}${open.toReversed().map((name) => `</${name}>`).join('')}`, remote } // oxfmt-ignore
}

function decoded(name: string) {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
