import { error, plain, weighted, type NumberFault } from './fault.ts'

const ALPHABET = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const CREDIT_WEIGHTS = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28]
const ORGANISATION_WEIGHTS = [3, 7, 9, 10, 5, 8, 4, 2]

/** Unified social credit code, GB 32100. */
export function checkCreditCode(text: string): NumberFault[] {
  const code = plain(text)
  if (/[IOSVZ]/.test(code))
    return [
      error('letters', '统一社会信用代码中不会出现字母 I、O、S、V、Z', 'A unified social credit code does not contain the letters I, O, S, V, Z'),
    ]
  if (!/^[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{10}$/.test(code)) {
    return [error('form', '统一社会信用代码应为 18 位数字或大写字母', 'A unified social credit code has 18 digits or capital letters')]
  }
  const expected = creditCheck(code.slice(0, 17))
  if (expected !== code[17]) return [wrongCheck('统一社会信用代码', 'unified social credit code', code.slice(0, 17) + expected)]
  return []
}

/** Organisation code, GB 11714: eight characters and a check, with or without the dash. */
export function checkOrganisationCode(text: string): NumberFault[] {
  const code = plain(text).replace('-', '')
  if (!/^[0-9A-Z]{8}[0-9X]$/.test(code))
    return [error('form', '组织机构代码应为 8 位数字或大写字母加校验码', 'An organisation code has 8 digits or capital letters and a check digit')]
  const expected = organisationCheck(code.slice(0, 8))
  return expected === code[8] ? [] : [wrongCheck('组织机构代码', 'organisation code', `${code.slice(0, 8)}-${expected}`)]
}

function creditCheck(body: string): string {
  return ALPHABET[(31 - (weighted(body, CREDIT_WEIGHTS, (character) => ALPHABET.indexOf(character)) % 31)) % 31] ?? ''
}

function organisationCheck(body: string): string {
  const check = 11 - (weighted(body, ORGANISATION_WEIGHTS, (character) => Number.parseInt(character, 36)) % 11)
  return check === 10 ? 'X' : String(check % 11)
}

function wrongCheck(zh: string, en: string, expected: string): NumberFault {
  return error('check', `${zh}校验码错误，应为 ${expected.at(-1)}`, `Wrong check character of the ${en}: expected ${expected.at(-1)}`, expected)
}
