import type { Readable } from 'node:stream'
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'

/** By name without prefix. */
export type Attributes = Readonly<Record<string, string | undefined>>

/** The events of a workbook part. Names are without prefix. */
export type Listener = { open(name: string, attributes: Attributes): void; close(name: string): void; text(text: string): void }

// No tag of a spreadsheet is nearly so long; an endless tag is not buffered.
const MAX_TAG_CHARS = 1 << 20

/** Reports the content of a part in chunks. Nothing outside the part is resolved. */
export async function scanXml(stream: Readable, listener: Listener, after: () => void = () => {}) {
  const source = openSource()
  const { callbacks, isWhole } = eventsFor(listener, source)
  const tokenizer = new Tokenizer({ xmlMode: true, decodeEntities: true }, callbacks)
  for await (const piece of piecesOf(stream)) {
    source.add(piece)
    tokenizer.write(piece)
    after()
  }
  tokenizer.end()
  if (!isWhole()) throw new Error('the part is cut off')
}

/** The text to which the tokenizer still refers by positions in the whole part. */
function openSource() {
  let [text, start, used] = ['', 0, 0]
  return {
    add(piece: string) {
      text = text.slice(used - start) + piece
      start = used
      if (text.length > MAX_TAG_CHARS + piece.length) throw new Error('a tag without an end')
    },
    take(from: number, to: number) {
      used = to
      return text.slice(from - start, to - start)
    },
  }
}

type Source = ReturnType<typeof openSource>

function eventsFor(listener: Listener, source: Source): { callbacks: TokenizerCallbacks; isWhole(): boolean } {
  let [name, begin, isOpened, depth] = ['', 0, false, 0]
  let attributes: Record<string, string> = {}
  let [key, value] = ['', '']
  const open = () => {
    isOpened = true
    depth++
    listener.open(name, attributes)
  }
  const close = (closed: string) => {
    depth--
    listener.close(closed)
  }
  const within = (end: number) => {
    if (end - begin > MAX_TAG_CHARS) throw new Error('a tag without an end')
  }
  const nothing = () => {}
  const callbacks: TokenizerCallbacks = {
    onopentagname(from, to) {
      ;[name, begin, attributes] = [localName(source.take(from, to)), from, {}]
    },
    onattribname(from, to) {
      within(to)
      key = localName(source.take(from, to))
    },
    onattribdata(from, to) {
      within(to)
      value += source.take(from, to)
    },
    onattribentity: (code) => void (value += String.fromCodePoint(code)),
    onattribend() {
      attributes[key] ??= value
      value = ''
    },
    onopentagend: open,
    onselfclosingtag() {
      open()
      close(name)
    },
    onclosetag: (from, to) => close(localName(source.take(from, to))),
    ontext: (from, to) => listener.text(source.take(from, to)),
    ontextentity: (code) => listener.text(String.fromCodePoint(code)),
    oncdata: (from, to, tail) => listener.text(source.take(from, to - tail)),
    oncomment: nothing,
    ondeclaration: nothing, // an entity that the file declares is never expanded
    onprocessinginstruction: nothing,
    onend: nothing,
  }
  return { callbacks, isWhole: () => isOpened && depth <= 0 }
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/** Decodes the encoding that the part declares. */
export async function* piecesOf(stream: Readable): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  for await (const chunk of stream) {
    const bytes = chunk as Buffer // a zip's streams give buffers
    decoder ??= new TextDecoder(encodingOf(bytes))
    yield decoder.decode(bytes, { stream: true })
  }
}

function encodingOf(bytes: Buffer): string {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be'
  const said = /^[^<]{0,3}<\?xml[^>]{0,80}encoding=["']([\w-]{1,20})["']/.exec(bytes.subarray(0, 200).toString('latin1'))?.[1] ?? 'utf-8'
  return /^utf-?16/i.test(said) ? 'utf-8' : said
}
