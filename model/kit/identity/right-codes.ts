import { error, plain, type NumberFault } from './fault.ts'

/** The numbers of the other rights, of which only the form can be checked. */
type Form = { pattern: RegExp; zh: string; en: string }

const RIGHT_NUMBERS = {
  trademark: {
    pattern: /^\d{1,8}[A-Z]?$/,
    zh: '应为 1 至 8 位数字，可带一个字母',
    en: 'must have 1 to 8 digits and optionally a letter',
  },
  madrid: {
    pattern: /^G?\d{6,7}[A-Z]?$/,
    zh: '应为 6 至 7 位数字，在中国前加 G',
    en: 'must have 6 or 7 digits, with G before them in China',
  },
  software: {
    pattern: /^20\d{2}SR\d{6,7}$/,
    zh: '应为 YYYYSR 加 7 位数字（2018 年以前 6 位）',
    en: 'must be YYYYSR and 7 digits (6 before 2018)',
  },
  work: {
    pattern: /^.{1,4}作登字-20\d{2}-[A-L]-\d{8}$/,
    zh: '应如 国作登字-2024-F-00012345',
    en: 'must be written like 国作登字-2024-F-00012345',
  },
  layout: {
    pattern: /^BS\.?\d{8,11}(\.[0-9X])?$/,
    zh: '应为 BS. 加 8 至 11 位数字',
    en: 'must be BS. and 8 to 11 digits',
  },
  agency: { pattern: /^\d{5}$/, zh: '应为 5 位数字', en: 'must have 5 digits' },
  invoice: {
    pattern: /^(\d{20}|\d{10}\d{8}|\d{12}\d{8}|\d{8})$/,
    zh: '数电发票应为 20 位数字，增值税发票应为 8 位（可带 10 或 12 位代码）',
    en: 'must have 20 digits for a digital invoice, 8 for a VAT invoice (with a code of 10 or 12 before them)',
  },
  court_case: {
    pattern: /^[（(]20\d{2}[)）].+号$/,
    zh: '应如 （2026）京73民初123号',
    en: 'must be written like （2026）京73民初123号',
  },
  das: { pattern: /^[0-9A-F]{4}$/, zh: '应为 4 位十六进制字符', en: 'must have 4 hexadecimal characters' },
  ipc: { pattern: /^[A-H]\d{2}[A-Z]\d{1,4}\/\d{2,6}$/, zh: '应如 H01M 10/42', en: 'must be written like H01M 10/42' },
  cpc: { pattern: /^[A-HY]\d{2}[A-Z]\d{1,4}\/\d{2,6}$/, zh: '应如 Y02E 60/10', en: 'must be written like Y02E 60/10' },
  locarno: { pattern: /^\d{2}-\d{2}$/, zh: '应如 14-02', en: 'must be written like 14-02' },
  nice: { pattern: /^([1-9]|[1-3]\d|4[0-5])$/, zh: '应为 1 至 45', en: 'must be 1 to 45' },
} as const satisfies Record<string, Form>

export type RightNumber = keyof typeof RIGHT_NUMBERS

export function checkRightNumber(kind: RightNumber, text: string): NumberFault[] {
  const { pattern, zh, en } = RIGHT_NUMBERS[kind]
  return pattern.test(plain(text)) ? [] : [error('form', zh, en)]
}

/** Labels of at most 63 characters, 253 in all, and at least two of them. */
export function checkDomainName(text: string): NumberFault[] {
  const labels = text.trim().toLowerCase().split('.')
  const isFine = labels.length > 1 && text.trim().length <= 253 && labels.every((label) => /^(?!-)[\p{L}\p{N}-]{1,63}(?<!-)$/u.test(label))
  return isFine ? [] : [error('form', '格式不正确', 'has the wrong format')]
}
