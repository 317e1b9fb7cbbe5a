import { boolean, date, decimal, money, option, options, rows, string, text } from '../../kit/fields.ts'
import { defineModel, type Row } from '../../kit/model.ts'
import { OFFICES } from '../../cases/offices.ts'
import { MONEY_CURRENCIES } from '../../fees/currencies/currencies.ts'
import { CONTRACT, CONTRACT_GROUPS, currency, MANAGED, parties } from '../contract-fields.ts'
import { CLOSED, STATE_FACTS, STATUS, TAKE_EFFECT, TRANSITIONS } from './lifecycle.ts'

export const LICENCE_TYPES = {
  EXCLUSIVE: ['独占许可', 'Exclusive'],
  SOLE: ['排他许可', 'Sole'],
  NON_EXCLUSIVE: ['普通许可', 'Non-exclusive'],
  CROSS: ['交叉许可', 'Cross-licence'],
  SUB: ['分许可', 'Sub-licence'],
  OPEN: ['开放许可', 'Open licence'],
} as const

const { manage, ...TERMS } = CONTRACT_GROUPS

/** A licence of rights, given or taken, with its royalties. */
export const licence = defineModel({
  name: 'licence',
  zh: '许可',
  en: 'Licence',
  display: ['case_no', 'title'],
  visibility: { self: ['owner_sid', 'co_owner_sids', 'created_by'], department: ['department_sid'], agency: ['agency_sid'] },
  states: { field: 'status', closed: CLOSED, facts: STATE_FACTS, transitions: TRANSITIONS },
  groups: { ...TERMS, royalties: ['许可费', 'Royalties'], manage },
  natural_keys: { by: [['contract_no'], ['title']] },
  lookups: ['tags'],
  counted_by: [{ by: ['status', 'licence_type', 'direction'] }, { by: ['owner_sid'] }],
  indexes: ['case_no', 'title', 'status', 'end_date', 'owner_sid', 'created_at'],
  fields: {
    ...CONTRACT,
    licence_type: option('许可类型', 'Type', LICENCE_TYPES, {
      required: true,
      default: 'NON_EXCLUSIVE',
      searchable: true,
      list: true,
      role: 'subtype',
      drives: 'docketing',
      group: 'case',
    }),
    direction: option(
      '方向',
      'Direction',
      { OUT: ['许出', 'Licensed out'], IN: ['许入', 'Licensed in'] },
      { required: true, default: 'OUT', searchable: true, list: true, drives: 'docketing', group: 'case' },
    ),
    status: option('案件状态', 'Status', STATUS, { required: true, searchable: true, list: true, default: 'DRAFT', drives: 'docketing', group: 'case' }),
    licensors: parties('许可方', 'Licensor', { required: true, list: true }),
    licensees: parties('被许可方', 'Licensee', { required_at: ['sign'], list: true }),
    territories: options('许可地域', 'Territory', {
      options: OFFICES,
      searchable: true,
      max: 60,
      group: 'terms',
      help: ['留空为不限地域', 'Empty: everywhere'],
    }),
    field_of_use: string('使用领域', 'Field of use', { max: 255, searchable: true, group: 'terms' }),
    sign_date: date('签订日', 'Signed on', { searchable: true, past: true, required_at: ['sign'], group: 'terms' }),
    start_date: date('许可起始日', 'From', { searchable: true, list: true, required_at: [TAKE_EFFECT], group: 'terms' }),
    end_date: date('许可截止日', 'Until', { searchable: true, list: true, required_at: [TAKE_EFFECT], drives: 'docketing', group: 'terms' }),
    effective_date: date('合同生效日', 'Effective on', {
      searchable: true,
      past: true,
      required_at: [TAKE_EFFECT],
      drives: 'docketing',
      role: 'grant_date',
      group: 'terms',
    }),
    payment_mode: option(
      '支付方式',
      'Payment',
      {
        LUMP: ['一次性', 'Lump sum'],
        RUNNING: ['提成', 'Running royalty'],
        ENTRY_RUNNING: ['入门费加提成', 'Entry fee and running royalty'],
        FREE: ['免费', 'Free'],
      },
      { required: true, default: 'LUMP', searchable: true, list: true, group: 'royalties' },
    ),
    amount: money('许可费总额', 'Total amount', { currency: 'currency', min: 0, searchable: true, group: 'royalties' }),
    currency: { ...currency(), group: 'royalties' },
    royalty_rate: decimal('提成比例', 'Royalty rate %', { digits: 2, min: 0, max: 100, group: 'royalties' }),
    royalties: rows(
      '付款计划',
      'Payments due',
      {
        due_date: date('应付日', 'Due on', { required: true }),
        amount: money('金额', 'Amount', { currency: 'currency', min: 0 }),
        currency: option('币种', 'Currency', MONEY_CURRENCIES, { required: true, default: 'CNY' }),
        note: string('说明', 'Note', { max: 120 }),
      },
      { max: 200, group: 'royalties' },
    ),
    receipts: rows(
      '到账记录',
      'Receipts',
      {
        received_date: date('到账日', 'Received on', { required: true, past: true }),
        amount: money('到账金额', 'Received', { required: true, currency: 'currency', min: 0 }),
        currency: option('币种', 'Currency', MONEY_CURRENCIES, { required: true, default: 'CNY' }),
        due_date: date('所付应付日', 'For the payment due on'),
        note: string('说明', 'Note', { max: 120 }),
      },
      {
        max: 500,
        group: 'royalties',
        help: [
          '一笔应付款可分几次到账；不填所付应付日的，先抵最早的未付款',
          'A payment may come in several receipts; one that names no due date pays the earliest open payment',
        ],
      },
    ),
    royalty_balance: rows(
      '应收与到账',
      'Due and received',
      {
        due_date: date('应付日', 'Due on'),
        currency: option('币种', 'Currency', MONEY_CURRENCIES),
        amount: money('应收', 'Due', { currency: 'currency' }),
        received: money('已到账', 'Received', { currency: 'currency' }),
        outstanding: money('未到账', 'Outstanding', { currency: 'currency' }),
        settled_on: date('到齐日', 'Received in full on'),
        note: string('说明', 'Note', { max: 120 }),
      },
      { computed: true, max: 700, group: 'royalties' },
    ),
    recordal_needed: boolean('须备案', 'To be recorded', {
      default: true,
      searchable: true,
      drives: 'docketing',
      group: 'recordal',
      help: ['专利实施许可合同自生效之日起三个月内备案', 'A licence of a Chinese patent is recorded within three months'],
    }),
    record_submit_date: date('提交备案日', 'Recordal requested on', {
      searchable: true,
      past: true,
      drives: 'docketing',
      required_at: ['submit_recordal'],
      group: 'recordal',
    }),
    record_date: date('备案日', 'Recorded on', { searchable: true, past: true, drives: 'docketing', required_at: ['record'], group: 'recordal' }),
    record_no: string('备案号', 'Record no.', { searchable: true, max: 60, number: true, required_at: ['record'], group: 'recordal' }),
    note: text('说明', 'Note', { max: 3000, group: 'terms' }),
    ...MANAGED,
  },
}) // oxfmt-ignore

export type Licence = Row<typeof licence>
