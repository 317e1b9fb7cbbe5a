import type { Model } from '../../../kit/model.ts'
import { type Cell, textOf } from '../../../import/values/cell.ts'
import { officeNamed } from '../../../import/values/office-names.ts'
import { optionNamed } from '../../../import/values/read-value.ts'
import { assume, type RowRead, type RowSetting, sourceOfRow } from '../../../import/row.ts'
import { ROUTE_OF_OFFICE } from '../kinds-and-routes.ts'
import { isStatus, STATE_FACTS, type TrademarkStatus } from '../lifecycle/states.ts'
import { isNiceClass } from '../nice-classes.ts'
import { readRenewal, readSeveral } from './registrations.ts'
import { statusOf } from './status.ts'

/** Completes the values of a trademark row: office, name, form, classes, route, state, priorities. */
export function readTrademark(model: Model, cells: ReadonlyMap<string, Cell>, read: RowRead, setting: RowSetting) {
  const { values } = read
  const text = (code: string) => textOf(cells.get(code)).trim()
  readOffice(text('country'), read)
  readSeveral(text, read, setting)
  readName(text, read)
  readClasses(text, read)
  readRoute(values)
  readState(model, text('status'), read)
  readRenewal(read, isStatus(values.status) && isInForce(values.status))
  readPriorities(text('priority_no'), text('priority_date'), String(values.country ?? ''), read)
  values.data_source ??= sourceOfRow(read, setting)
}

/** A list without a column of offices is one of the home office. */
function readOffice(given: string, read: RowRead) {
  const named = officeNamed(given)
  read.faults = read.faults.filter(({ field }) => field !== 'country')
  if (named) read.values.country = named
  else if (given === '') assume(read, 'country', 'CN')
  else
    read.faults.push({
      field: 'country',
      words: [`“${given.slice(0, 40)}”不是已知的国家或局`, `“${given.slice(0, 40)}” is not a known country or office`],
    })
}

/** A mark without words is known by its picture. */
function readName(text: (code: string) => string, read: RowRead) {
  const { values } = read
  const codes = Array.isArray(values.vienna_codes) ? values.vienna_codes.length : 0
  const isNamed = values.title !== undefined || values.title_en !== undefined
  assume(read, 'mark_type', isNamed ? (codes > 0 ? 'COMBINED' : 'WORD') : 'FIGURE')
  assume(read, 'title', values.title_en ?? `图形 / Figure ${text('application_no') || text('reg_no')}`.trim())
}

/** `09;41`, `第9类、第41类`: one row for each class; goods in one cell belong to a single class. */
function readClasses(text: (code: string) => string, read: RowRead) {
  const { values } = read
  if (Array.isArray(values.classes) && values.classes.length > 0) return
  const parts = text('nice').split(/[;；,，、|]|\s+(?=第?\d)/u).map((part) => part.trim()).filter(Boolean) // oxfmt-ignore
  const found = parts.map((part) => /^(?:第|class\s*)?0*(\d{1,3})(?!\d)/iu.exec(part)?.[1] ?? part)
  const known = [...new Set(found.filter(isNiceClass))]
  const others = found.filter((part) => !isNiceClass(part))
  if (others.length > 0)
    read.notes.push([
      `类别“${others.join('、')}”不是尼斯分类，未导入`,
      `“${others.join(', ')}” is no class of the Nice Classification and was left out`,
    ])
  const [goods, groups] = [text('goods'), text('group_codes')]
  const single = known.length === 1
  if (goods && !single)
    read.notes.push([
      '商品/服务对应多个类别，未导入，请按类别录入',
      'Goods and services of several classes in one cell were left out: enter them by class',
    ])
  if (known.length > 0)
    values.classes = known.map((class_no) => ({ class_no, ...(single && goods && { goods }), ...(single && groups && { group_codes: groups }) }))
}

/** An international number in a national list is that of a designation. */
function readRoute(values: Record<string, unknown>) {
  if (values.route !== undefined) return
  const own = ROUTE_OF_OFFICE[String(values.country)]
  if (own) values.route = own
  else if (values.intl_reg_no !== undefined && values.intl_reg_date !== undefined) values.route = 'MADRID_DESIGNATION'
  if (values.country === 'US' && values.route === 'MADRID_DESIGNATION') values.filing_basis ??= 'MADRID'
}

const isInForce = (status: TrademarkStatus) => ['GRANTED', 'GRACE'].includes(STATE_FACTS[status].phase)

function readState(model: Model, words: string, read: RowRead) {
  const { values } = read
  const field = model.fields.status
  const own = field?.type === 'option' ? optionNamed(field.options, words) : undefined
  read.faults = read.faults.filter((fault) => fault.field !== 'status')
  const { status, isStated } = statusOf(words, { country: String(values.country ?? ''), route: String(values.route ?? 'DIRECT'), ...values })
  const isOwn = own !== undefined && isStatus(own) && statusOf(words, { country: '', route: '' }).isStated === false
  values.status = isOwn ? own : status
  read.is_state_stated = isOwn || isStated
  if (words && !isOwn && !isStated)
    read.notes.push([`状态“${words}”未识别，按日期判断`, `The state “${words}” is unknown; it follows from the dates`])
}

/** Numbers and dates of several claims are in the same order; their office is not in the list. */
function readPriorities(numbers: string, dates: string, country: string, read: RowRead) {
  const [nos, days] = [numbers, dates].map((text) => text.split(/[;；]/u).map((part) => part.trim()).filter(Boolean)) // oxfmt-ignore
  for (const [at, day] of (days ?? []).entries()) {
    const date = /^(\d{4})-?(\d\d)-?(\d\d)$/.exec(day)
    const no = nos?.[at] ?? null
    if (!date) read.said.push([no, day].filter(Boolean).join(' '))
    else {
      const letters = /^([A-Z]{2})(?=[\s\d/-])/.exec(no ?? '')?.[1] ?? ''
      const from = letters === 'TM' ? undefined : letters === 'EU' ? 'EM' : officeNamed(letters) // Malaysia numbers its marks TM2019012345
      const office = from && from !== country ? from : null
      read.priorities.push({ priority_no: no, priority_date: date.slice(1).join('-'), priority_country: office })
    }
  }
}
