import { compactOf, lettersAndDigits, recognise } from '../cases/numbers/recognise.ts'

/** A word of a mail that may name a case. `official`: certainly a number of an office, valid without the case number. */
export type NumberWord = { word: string; key: string; official: boolean }

const MAX_WORDS = 400

/** The words of a text with digits, as they are compared with case numbers and official numbers. */
export function numberWords(text: string): NumberWord[] {
  const found = new Map<string, NumberWord>()
  for (const { word, isLabelled } of wordsIn(text.normalize('NFKC'))) {
    const key = lettersAndDigits(compactOf(word))
    if (key.length < 4 || key.length > 40 || !/\d/.test(key)) continue
    const official = isOfficial(word, isLabelled)
    if (!found.has(key) || official) found.set(key, { word, key, official })
    if (found.size >= MAX_WORDS) break
  }
  return [...found.values()]
}

const OFFICE = '(?:CN|ZL|US|EP|WO|JP|KR|DE|GB|TW|HK)'
// A number of an office is often written with spaces or commas; a case number is one word.
const SPACED = new RegExp(`(?<![A-Za-z0-9])${OFFICE}[ -]?\\d[\\d,./ -]{4,20}\\d(?:[ .]?[A-Z]\\d?)?(?![A-Za-z0-9])`, 'g')
const WORD = /[A-Za-z0-9][A-Za-z0-9./_-]{2,60}/g
const LABEL =
  /(?:申请号|专利号|公开号|公布号|公告号|注册号|登记号|(?:application|patent|publication|registration|serial)(?: (?:no|number))?)\s*[.:：#]?\s*$/i

function* wordsIn(text: string): Generator<{ word: string; isLabelled: boolean }> {
  for (const pattern of [SPACED, WORD])
    for (const { 0: found, index } of text.matchAll(pattern)) {
      const isLabelled = LABEL.test(text.slice(Math.max(0, index - 24), index))
      const word = found.replace(/[./_-]+$/, '')
      yield { word, isLabelled }
      // A file name joins its parts by underscores and ends with its extension.
      const parts = word.replace(/\.[A-Za-z]{2,4}$/, '').split('_')
      if (parts.length > 1 || parts[0] !== word) for (const part of parts) yield { word: part, isLabelled: false }
    }
}

/** Digits alone are a number of an office if a label states it, or if they have the length and check digit of a Chinese one. */
function isOfficial(word: string, isLabelled: boolean): boolean {
  const [reading] = recognise(word)
  if (!reading || reading.kind === 'unknown' || reading.faults.some(({ level }) => level === 'error')) return false
  const digits = word.replace(/\D/g, '').length
  return isLabelled || /^[A-Z]{2}/i.test(word) ? digits >= 6 : digits >= 12
}
