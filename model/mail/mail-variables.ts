import type { Words } from '../kit/fields.ts'

/** Variables of a template: facts of a case and of the sender. */
export const MAIL_VARIABLES = {
  case_no: ['案号', 'case number'],
  title: ['名称', 'title'],
  title_en: ['英文名称', 'English title'],
  country: ['国家/地区', 'country'],
  application_no: ['申请号', 'application number'],
  filing_date: ['申请日', 'filing date'],
  next_due: ['最近官方期限', 'next official due date'],
  owner: ['负责人', 'owner'],
  agency: ['代理机构', 'agency'],
  applicants: ['申请人', 'applicants'],
  inventors: ['发明人', 'inventors'],
  sender: ['发信人', 'sender'],
  today: ['今天', 'today'],
} as const satisfies Readonly<Record<string, Words>>

export type MailVariable = keyof typeof MAIL_VARIABLES

const ANY = /\{\{([^{}]*)\}\}/g

const isVariable = (name: string): name is MailVariable => Object.hasOwn(MAIL_VARIABLES, name)

/** The first fault of a template's text: a name that is no variable, or braces that do not belong together. */
export function templateFault(text: string): Words | undefined {
  for (const [, name = ''] of text.matchAll(ANY))
    if (!isVariable(name.trim())) return [`没有变量“${name.trim()}”`, `has no variable “${name.trim()}”`]
  const rest = text.replace(ANY, '')
  return /\{\{|\}\}/.test(rest) ? ['“{{”和“}}”应成对', 'must have “{{” and “}}” in pairs'] : undefined
}

/** Filled in one pass: a variable within a value stays text. A variable without a value is named in `missing`. */
export function fillTemplate(text: string, values: Readonly<Partial<Record<MailVariable, string>>>): { text: string; missing: MailVariable[] } {
  const missing = new Set<MailVariable>()
  const filled = text.replace(ANY, (whole, given: string) => {
    const name = given.trim()
    if (!isVariable(name)) return whole
    const value = values[name] ?? ''
    if (value === '') missing.add(name)
    return value
  })
  return { text: filled, missing: [...missing] }
}
