import type { DocumentText, TextLine } from '../../documents/text.ts'
import { headingOf, isTopHeading, READ_FIELDS, type ReadField } from './disclosure-headings.ts'

/** A value proposed for a field, and where it stands: page, heading, and lines of the page, counted from 1. */
export type Proposed = { field: ReadField; value: string; page: number; heading: string | null; first_line: number; last_line: number; cut: boolean }

/** The longest values that the fields take. */
const MAX_CHARS = 5000
const MAX_TITLE = 255
const MAX_GUESS = 60

type Section = { field: ReadField; heading: string | null; page: number; first: number; last: number; lines: TextLine[] }

/** Reads the values of a disclosure from its document, by the headings. The first section of a field is taken. */
export function readDisclosure({ pages }: Pick<DocumentText, 'pages'>): Proposed[] {
  const isSlides = pages.length > 1 && pages.every(({ lines }) => lines.every(({ box }) => !box))
  const running = runningLines(pages)
  const sections: Section[] = []
  let open: Section | undefined
  for (const [at, { lines }] of pages.entries()) {
    if (isSlides) open = undefined
    for (const [index, line] of lines.entries()) {
      if (line.text.trim() === '' || running.has(line.text.trim()) || /^[\s\-–—]*\d{1,3}[\s\-–—]*$/.test(line.text)) continue
      const heading = headingOf(line.text)
      if (heading || isTopHeading(line.text)) {
        open = heading && heading.field !== 'other' ? sectionOf(heading.field, heading.words, at + 1, index + 1) : undefined
        if (open && heading?.rest) open.lines.push({ ...line, text: heading.rest })
        if (open) sections.push(open)
      } else if (open && open.page !== at + 1 && !endsLater(open)) open = undefined
      else if (open) {
        open.lines.push(line)
        if (open.page === at + 1) open.last = index + 1
        if (endsLater(open) === false) open = undefined
      }
    }
  }
  const found = READ_FIELDS.flatMap((field) => proposed(sections.filter((one) => one.field === field)))
  const guess = found.some(({ field }) => field === 'title') ? undefined : guessedTitle(pages[0]?.lines ?? [])
  return guess ? [guess, ...found] : found
}

const sectionOf = (field: ReadField, heading: string, page: number, line: number): Section => ({
  field,
  heading,
  page,
  first: line,
  last: line,
  lines: [],
})

/** A title is one line; other sections go on. */
const endsLater = ({ field, lines }: Section) => !((field === 'title' || field === 'title_en') && lines.length > 0)

/** Head and foot lines that pages repeat. */
function runningLines(pages: DocumentText['pages']): ReadonlySet<string> {
  if (pages.length < 3) return new Set()
  const seen = new Map<string, number>()
  for (const { lines } of pages)
    for (const text of new Set([...lines.slice(0, 2), ...lines.slice(-2)].map((line) => line.text.trim()))) seen.set(text, (seen.get(text) ?? 0) + 1)
  return new Set([...seen].flatMap(([text, count]) => (count >= 3 && !headingOf(text) ? [text] : [])))
}

/** The first section with a text; a section with only the instruction of its template is skipped. */
function proposed(sections: readonly Section[]): Proposed[] {
  for (const { field, heading, page, first, last, lines } of sections) {
    const whole = textOfLines(lines)
    if (whole === '' || INSTRUCTION.test(whole)) continue
    const max = field === 'title' || field === 'title_en' ? MAX_TITLE : MAX_CHARS
    const value = whole.slice(0, max).toWellFormed()
    return [{ field, value, page, heading, first_line: first, last_line: last, cut: whole.length > max }]
  }
  return []
}

/** Instructions to the author that forms print below a heading. */
const INSTRUCTION = /^[(（【[]?(?:请|此处|在此|例如|如有|please |to be filled|describe here)[^\n]{0,200}[)）】\]]?$/i

/** Lines of a set page are joined again to paragraphs. */
function textOfLines(lines: readonly TextLine[]): string {
  let text = ''
  let isOpen = false
  for (const { text: line, box } of lines) {
    const piece = line.trim()
    if (isOpen) text += /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]$/u.test(text) || /^[\p{Script=Han}]/u.test(piece) ? piece : ` ${piece}`
    else text += `${text ? '\n' : ''}${piece}`
    isOpen = box !== undefined && box[0] + box[2] > 0.8 && !/[。！？；.!?;:：]$/.test(piece)
  }
  return text.trim()
}

/** Without a heading of its own, the title is the first short line that is neither a heading nor the name of the form. */
function guessedTitle(lines: readonly TextLine[]): Proposed | undefined {
  for (const [at, { text }] of lines.slice(0, 12).entries()) {
    const value = text.trim()
    if (value === '' || FORM_NAME.test(value)) continue
    if (headingOf(value) || value.length < 4 || value.length > MAX_GUESS * 2 || /[。；;：:]|\d{4}[-年./]\d/.test(value)) return undefined
    return { field: 'title', value, page: 1, heading: null, first_line: at + 1, last_line: at + 1, cut: false }
  }
  return undefined
}

const FORM_NAME =
  /交底书?|提案(?:表|书)|申请表|模板|机密|保密|编号|公司$|confidential|invention disclosure|disclosure (?:form|document)|internal use|template|^[^\p{L}]*$/iu
