import { todayIn, ZONE } from '../days/clock.ts'
import { error, plain, weighted, type NumberFault } from './fault.ts'

const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/** Resident identity card, GB 11643. `today` is the last accepted birthday. */
export function checkResidentId(text: string, today = todayIn(ZONE)): NumberFault[] {
  const id = plain(text)
  if (/^\d{15}$/.test(id)) return [firstGeneration(id)]
  if (!/^\d{17}[\dX]$/.test(id)) return [error('form', '应为 17 位数字加一位数字或 X', 'must have 17 digits and a digit or X')]
  const birth = birthDate(id)
  if (!birth) return [error('birth', `其中的出生日期 ${id.slice(6, 14)} 不存在`, `the birth date ${id.slice(6, 14)} in it does not exist`)]
  if (birth > today) return [error('birth', `其中的出生日期 ${birth} 晚于今天`, `the birth date ${birth} in it is in the future`)]
  const expected = residentCheck(id.slice(0, 17))
  if (expected === id[17]) return []
  return [error('check', `校验码错误，应为 ${expected}`, `wrong check character: expected ${expected}`, id.slice(0, 17) + expected)]
}

function residentCheck(body: string): string {
  return '10X98765432'[weighted(body, WEIGHTS) % 11] ?? ''
}

/** Passport or home-return permit. */
export function checkPassport(text: string): NumberFault[] {
  return matches(/^[A-Za-z0-9]{1,20}$/, text, ['应为不超过 20 位的字母或数字', 'must have at most 20 letters or digits'])
}

/** A number of an unnamed kind: letters and digits, as documents of other countries use them. */
function checkOtherNumber(text: string): NumberFault[] {
  return matches(/^(?=.*[A-Za-z0-9])[A-Za-z0-9()/.-]{1,20}$/, text, ['应为不超过 20 位的字母或数字', 'must have at most 20 letters or digits'])
}

/** The number of a document by its type. */
export function checkIdNumber(type: unknown, text: string, today?: string): NumberFault[] {
  if (type === 'ID_CARD') return checkResidentId(text, today)
  return type === 'PASSPORT' || type === 'HOME_RETURN' ? checkPassport(text) : checkOtherNumber(text)
}

export function checkMobile(text: string): NumberFault[] {
  return matches(/^1\d{10}$/, text, ['应为以 1 开头的 11 位数字', 'must have 11 digits and begin with 1'])
}

/** Digits with an optional country code, area code and extension. */
export function checkPhone(text: string): NumberFault[] {
  return matches(/^(\+\d{1,3}-?)?(\(\d{2,5}\)|\d{2,5}-)?\d{5,11}(-\d{1,6})?$/, text, ['格式不正确', 'has the wrong format'])
}

export function checkEmail(text: string): NumberFault[] {
  const pattern = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?=.{1,253}$)([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/
  const isDotted = /^\.|\.\.|\.@/.test(text.trim())
  const words: [string, string] = ['格式不正确', 'has the wrong format']
  return isDotted ? [error('form', ...words)] : matches(pattern, text, words)
}

/** Cards of the first generation ended on 1 January 2013 (Resident Identity Card Law, decision of 29 October 2011); the number goes on with the century and a check. */
function firstGeneration(id: string): NumberFault {
  const body = `${id.slice(0, 6)}19${id.slice(6)}`
  const full = body + residentCheck(body)
  return error(
    'form',
    `15 位号码已停用，18 位号码应为 ${full}，请核对后填写`,
    `numbers of 15 digits are no longer valid; with 18 digits it should be ${full}: check it and enter that`,
    full,
  )
}

function birthDate(id: string): string | undefined {
  const date = `${id.slice(6, 10)}-${id.slice(10, 12)}-${id.slice(12, 14)}`
  try {
    return `${Temporal.PlainDate.from(date)}`
  } catch {
    return undefined
  }
}

function matches(pattern: RegExp, text: string, [zh, en]: [string, string]): NumberFault[] {
  return pattern.test(text.normalize('NFKC').replace(/\s+/gu, '')) ? [] : [error('form', zh, en)]
}
