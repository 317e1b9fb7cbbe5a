import { error, plain, weighted, type NumberFault } from './fault.ts'

const ALPHABET = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const CREDIT_WEIGHTS = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28]
const ORGANISATION_WEIGHTS = [3, 7, 9, 10, 5, 8, 4, 2]

/** Unified social credit code, GB 32100. */
export function checkCreditCode(text: string): NumberFault[] {
  const code = plain(text)
  if (/[IOSVZ]/.test(code)) return [error('letters', '不能有字母 I、O、S、V、Z', 'must not contain the letters I, O, S, V, Z')]
  if (!/^[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{10}$/.test(code)) {
    return [error('form', '应为 18 位数字或大写字母', 'must have 18 digits or capital letters')]
  }
  const expected = creditCheck(code.slice(0, 17))
  if (expected !== code[17]) return [wrongCheck(code.slice(0, 17) + expected)]
  return []
}

/** Organisation code, GB 11714: eight characters and a check, with or without the dash. */
export function checkOrganisationCode(text: string): NumberFault[] {
  const code = plain(text).replace('-', '')
  if (!/^[0-9A-Z]{8}[0-9X]$/.test(code))
    return [error('form', '应为 8 位数字或大写字母加校验码', 'must have 8 digits or capital letters and a check digit')]
  const expected = organisationCheck(code.slice(0, 8))
  return expected === code[8] ? [] : [wrongCheck(`${code.slice(0, 8)}-${expected}`)]
}

function creditCheck(body: string): string {
  return ALPHABET[(31 - (weighted(body, CREDIT_WEIGHTS, (character) => ALPHABET.indexOf(character)) % 31)) % 31] ?? ''
}

function organisationCheck(body: string): string {
  const check = 11 - (weighted(body, ORGANISATION_WEIGHTS, (character) => Number.parseInt(character, 36)) % 11)
  return check === 10 ? 'X' : String(check % 11)
}

function wrongCheck(expected: string): NumberFault {
  return error('check', `校验码错误，应为 ${expected.at(-1)}`, `wrong check character: expected ${expected.at(-1)}`, expected)
}
