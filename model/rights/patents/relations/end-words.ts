import { officeWords } from '../../../cases/offices.ts'
import type { Options, Words } from '../../../kit/fields.ts'
import { PATENT_TYPES, ROUTES } from '../types-and-routes.ts'

const among = (options: Options) => (code: string) => options[code] ?? [code, code]

const WORDS = { country: officeWords, route: among(ROUTES), patentType: among(PATENT_TYPES) } as const

export type Fact = keyof typeof WORDS

/** The words on screen for a code. */
export const wordsOf = (fact: Fact, code: string): Words => (code ? WORDS[fact](code) : ['空', 'empty'])

/** Several codes, as the choice between them. */
export function anyOf(fact: Fact, codes: readonly string[]): Words {
  const words = codes.map((code) => wordsOf(fact, code))
  return [words.map(([zh]) => zh).join('、'), words.map(([, en]) => en).join(' or ')]
}
