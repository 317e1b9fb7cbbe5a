import { compactOf, lettersAndDigits, recognise, type Hint, type Recognised } from './recognise.ts'

/**
 * Two spellings of one number always share a key; so a number is found in every spelling, when the stored keys
 * are compared with the keys of the query.
 */
export function searchKeys(text: string, hint: Hint = {}): string[] {
  const readings = recognise(text, hint).filter(({ faults }) => !faults.some(({ level, code }) => level === 'error' && !REPAIRED.includes(code)))
  const keys = [lettersAndDigits(compactOf(text)), ...readings.flatMap(keysOf)]
  return [...new Set(keys)].filter((key) => key.length >= 4)
}

/** Faults that the normalised form already corrects. */
const REPAIRED = ['check_missing']

function keysOf({ normalised, office, kind, printed }: Recognised): string[] {
  const prefix = normalised.startsWith('PCT') ? 'PCT' : office
  const bare = normalised.startsWith(prefix) ? normalised.slice(prefix.length) : normalised
  const isFiling = kind === 'application' || kind === 'patent'
  const coded = isFiling ? bare : bare.replace(/(?<=\d{4})[A-Z]{1,2}\d?$/, '')
  const unchecked = isFiling && (office === 'CN' || office === 'EP') ? bare.slice(0, -1) : coded
  return [normalised, lettersAndDigits(printed), ...[bare, coded, unchecked].flatMap((key) => [key, key.replace(/^0+/, ''), prefix + key])]
}
