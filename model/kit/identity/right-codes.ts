import { error, plain, type NumberFault } from './fault.ts'

/** The numbers of the other rights, of which only the form can be checked. */
type Form = { pattern: RegExp; zh: string; en: string }

const RIGHT_NUMBERS = {
  trademark: {
    pattern: /^\d{1,8}[A-Z]?$/,
    zh: '商标申请号应为 1 至 8 位数字，可带一个字母',
    en: 'A trademark number has 1 to 8 digits and optionally a letter',
  },
  madrid: {
    pattern: /^G?\d{6,7}[A-Z]?$/,
    zh: '国际注册号应为 6 至 7 位数字，在中国前加 G',
    en: 'An international registration has 6 or 7 digits, with G before them in China',
  },
  software: {
    pattern: /^20\d{2}SR\d{6,7}$/,
    zh: '软件著作权登记号应为 YYYYSR 加 7 位数字（2018 年以前 6 位）',
    en: 'A software registration is YYYYSR and 7 digits (6 before 2018)',
  },
  work: {
    pattern: /^.{1,4}作登字-20\d{2}-[A-L]-\d{8}$/,
    zh: '作品登记号应如 国作登字-2024-F-00012345',
    en: 'A work registration is written like 国作登字-2024-F-00012345',
  },
  layout: {
    pattern: /^BS\.?\d{8,11}(\.[0-9X])?$/,
    zh: '布图设计申请号应为 BS. 加 8 至 11 位数字',
    en: 'A layout-design number is BS. and 8 to 11 digits',
  },
  agency: { pattern: /^\d{5}$/, zh: '代理机构代码应为 5 位数字', en: 'An agency code has 5 digits' },
  invoice: {
    pattern: /^(\d{20}|\d{10}\d{8}|\d{12}\d{8}|\d{8})$/,
    zh: '数电发票号码为 20 位数字，增值税发票号码为 8 位（可带 10 或 12 位代码）',
    en: 'A digital invoice has 20 digits, a VAT invoice 8 (with a code of 10 or 12 before them)',
  },
  court_case: {
    pattern: /^[（(]20\d{2}[)）].+号$/,
    zh: '法院案号应如 （2026）京73民初123号',
    en: 'A court case number is written like （2026）京73民初123号',
  },
  das: { pattern: /^[0-9A-F]{4}$/, zh: 'DAS 接入码为 4 位十六进制字符', en: 'A DAS access code has 4 hexadecimal characters' },
  ipc: { pattern: /^[A-H]\d{2}[A-Z]\d{1,4}\/\d{2,6}$/, zh: 'IPC 分类号应如 H01M 10/42', en: 'An IPC symbol is written like H01M 10/42' },
  cpc: { pattern: /^[A-HY]\d{2}[A-Z]\d{1,4}\/\d{2,6}$/, zh: 'CPC 分类号应如 Y02E 60/10', en: 'A CPC symbol is written like Y02E 60/10' },
  locarno: { pattern: /^\d{2}-\d{2}$/, zh: '洛迦诺分类号应如 14-02', en: 'A Locarno class is written like 14-02' },
  nice: { pattern: /^([1-9]|[1-3]\d|4[0-5])$/, zh: '尼斯分类为 1 至 45', en: 'A Nice class is 1 to 45' },
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
  return isFine ? [] : [error('form', '域名格式不正确', 'The domain name has the wrong format')]
}
