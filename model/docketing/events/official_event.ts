import { date, integer, link, option, string } from '../../kit/fields.ts'
import { defineModel, type Row } from '../../kit/model.ts'
import { RECEIVED, RECEIVED_LATE } from './receipt-words.ts'

/** An act of an office or of ours in a case: a notice received, a reply filed, a hearing. It starts and closes deadlines. */
export const official_event = defineModel({
  name: 'official_event',
  zh: '官方事件',
  en: 'Official event',
  display: ['name', 'event_date'],
  open_to_bi: true,
  visibility: { through: 'case_sid' },
  natural_keys: {
    by: [
      ['case_sid', 'code', 'event_date'],
      ['case_sid', 'code', 'event_date', 'serial_no'],
    ],
  },
  indexes: [['case_sid', 'event_date']],
  fields: {
    case_sid: link('案件', 'Case', { to: 'case', required: true, immutable: true, searchable: true, list: true }),
    code: string('事件/文件种类', 'Kind of document or event', {
      required: true,
      searchable: true,
      list: true,
      max: 40,
      upper: true,
      coded: 'form',
      code_of: 'document_type.code',
    }),
    name: string('名称', 'Name', { searchable: true, list: true, max: 255 }),
    name_en: string('英文名称', 'English name', { searchable: true, list: true, max: 255 }),
    direction: option(
      '方向',
      'Direction',
      { IN: ['来文', 'In'], OUT: ['发文', 'Out'], INTERNAL: ['内部', 'Internal'] },
      { searchable: true, list: true },
    ),
    event_date: date('发文日/事件日', 'Date', { required: true, searchable: true, list: true }),
    receive_date: date('收文/进入系统日', 'Received / entered the system', { searchable: true, list: true, help: RECEIVED }),
    receipt_reason: string('收文较晚的理由和证据', 'Reason and proof of a late receipt', { max: 255, help: RECEIVED_LATE }),
    delivery_way: option(
      '送达方式',
      'Delivery',
      {
        ELECTRONIC: ['电子', 'Electronic'],
        PAPER: ['纸件邮寄', 'Paper, by post'],
        HAND: ['直接送交', 'Handed over'],
        ANNOUNCE: ['公告', 'Announcement'],
      },
      { searchable: true, list: true, default: 'ELECTRONIC' },
    ),
    basis_date: date('起算日（人工）', 'Basis date, by hand', {}),
    basis_reason: string('起算日理由', 'Reason for the basis date', { max: 255 }),
    set_due: date('通知书载明期限', 'Date named in the notice', { searchable: true }),
    round_no: integer('次数', 'Round', { min: 1, max: 99, list: true }),
    side: string('身份', 'Side', { max: 20 }),
    serial_no: string('发文序列号', 'Official serial no.', { searchable: true, max: 60 }),
    by_transition: string('由状态变更记录', 'Made by the transition', { computed: true, max: 40, coded: true }),
    document_sid: link('文件', 'Document', { to: 'document', searchable: true }),
  },
})

export type OfficialEvent = Row<typeof official_event>
