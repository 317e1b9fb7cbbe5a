import PostalMime, { type Email } from 'postal-mime'

/** The heads of a message and of all its parts. */
const MAX_HEADS = 256 << 10
const MAX_PARTS = 1000

/** A message with its attachments. A head or a number of parts that would occupy the server for minutes is refused before it is read. */
export async function readMessage(bytes: Buffer): Promise<Email> {
  if (hasTooManyParts(bytes.toString('latin1'))) throw new Error('the message has too many parts')
  return PostalMime.parse(bytes, {
    ...{ forceRfc822Attachments: true, attachmentEncoding: 'arraybuffer' },
    ...{ maxNestingDepth: 30, maxHeadersSize: MAX_HEADS },
  })
}

/** Counts the lines that begin a part by one of the boundaries that are declared anywhere in the message. */
function hasTooManyParts(text: string): boolean {
  const boundaries = new Set<string>()
  for (const [, quoted, bare] of text.matchAll(/boundary\s*=\s*(?:"((?:[^"\\\r\n]|\\.){1,998})"|([^\s;"]{1,998}))/gi)) {
    boundaries.add((quoted ?? bare ?? '').trim())
    boundaries.add((quoted ?? bare ?? '').replaceAll(/\\(.)/g, '$1').trim())
    if (boundaries.size > MAX_PARTS) return true
  }
  const isAny = /boundary\*/i.test(text) // written in pieces (RFC 2231), each line may begin a part
  if (boundaries.size === 0 && !isAny) return false
  let parts = 0
  for (const [, line = ''] of text.matchAll(/^--([^\r\n]{1,998}?)[ \t]*$/gm)) if ((isAny || boundaries.has(line)) && ++parts > MAX_PARTS) return true // oxfmt-ignore
  return false
}
