import type { TextPage } from '../../../model/documents/text.ts'
import type { Words } from '../../../model/kit/fields.ts'

/** The whole reading of a file ends at the first, in the process that reads; the process is ended at the second. */
export const READING_MS = 45_000
export const PROCESS_MS = 60_000
export const MAX_PAGES = 50
export const MAX_CHARS = 2_000_000
/** Of the memory that the process occupies, and of that part which JavaScript uses. */
export const PROCESS_BYTES = 1_500 << 20
export const HEAP_MB = 512
export const MAX_PIXELS = 100_000_000
export const MAX_FILE_BYTES = 100 << 20

/** The reason why a file cannot be read, for the person who sent it. */
export class FileFault extends Error {
  readonly words: Words

  constructor(words: Words) {
    super(words[1])
    this.words = words
  }
}

export const PROTECTED: Words = ['文件加了密码，请去掉密码后再上传', 'it is protected by a password; remove the password and upload it again']
export const DAMAGED: Words = ['文件已损坏，或内容与其类型不符', 'it is damaged, or its content is of another type']
export const NO_TEXT: Words = ['不支持从这种文件中读取文字', 'text cannot be read from this type of file']
export const TOO_LARGE: Words = ['文件内容过大，超出读取限制', 'its content exceeds the limits of reading']
export const TOO_SLOW: Words = ['未能在规定时间内读完', 'it takes too long to read']

/** Pages within the limits; `add` answers whether there is room for more. */
export function collected() {
  const pages: TextPage[] = []
  let [chars, isFull] = [0, false]
  return {
    pages,
    get isFull() {
      return isFull
    },
    add(page: TextPage): boolean {
      if (isFull || pages.length >= MAX_PAGES) return !(isFull = true)
      if (chars + page.text.length <= MAX_CHARS) {
        chars += page.text.length
        pages.push(page)
        return true
      }
      const text = page.text.slice(0, MAX_CHARS - chars)
      pages.push({ text, lines: text.split('\n').map((line) => ({ text: line })) })
      return !(isFull = true)
    },
  }
}
