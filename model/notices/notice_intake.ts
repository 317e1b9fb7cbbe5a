import { boolean, date, datetime, integer, json, link, option, string } from '../kit/fields.ts'
import { defineModel, type Row } from '../kit/model.ts'

const BY_FILE = ['通知书由文件产生，请在通知书收件中上传', 'Notices come from files: upload them in “Notices received”'] as const

/** A received file that may be an official notice, with the values read from it. Accepting it files the document and its event. */
export const notice_intake = defineModel({
  name: 'notice_intake',
  zh: '收到的通知书',
  en: 'Notice received',
  display: ['original_name'],
  visibility: { through: 'case_sid' },
  refuses: { create: BY_FILE, import: BY_FILE, transition: ['通知书以接收或退回处理', 'A notice is accepted or rejected'] },
  lookups: ['mail_sid', 'case_sid'],
  indexes: [['state', 'created_at'], ['waits_to_enter'], ['decided_at'], ['hash']],
  fields: {
    state: option(
      '状态',
      'State',
      {
        READING: ['读取中', 'Being read'],
        READY: ['待接收', 'Ready'],
        UNSURE: ['待核对', 'To be checked'],
        TWICE: ['重复', 'Received twice'],
        NO_CASE: ['未找到案件', 'No case found'],
        UNREADABLE: ['无法读取', 'Unreadable'],
        ACCEPTED: ['已接收', 'Accepted'],
        REJECTED: ['已退回', 'Rejected'],
      },
      { computed: true, searchable: true, list: true },
    ),
    original_name: string('文件名', 'File name', { computed: true, searchable: true, list: true, max: 255 }),
    mail_sid: link('来源邮件', 'From mail', { to: 'archived_mail', computed: true, searchable: true }),
    packed_in: string('压缩包', 'Archive', { computed: true, max: 255 }),
    office: string('局', 'Office', { computed: true, searchable: true, list: true, max: 8 }),
    number: string('读到的申请号', 'Number read', { computed: true, searchable: true, list: true, max: 60 }),
    case_sid: link('案件', 'Case', { to: 'case', computed: true, searchable: true, list: true }),
    doc_type: link('通知书种类', 'Kind of notice', { to: 'document_type', computed: true, searchable: true, list: true }),
    issue_date: date('发文日', 'Issue date', { computed: true, searchable: true, list: true }),
    serial_no: string('发文序列号', 'Official serial no.', { computed: true, searchable: true, max: 60 }),
    set_due: date('通知书载明期限', 'Date named in the notice', { computed: true }),
    round_no: integer('次数', 'Round', { computed: true }),
    pages: integer('页数', 'Pages', { computed: true }),
    how: option(
      '文字来源',
      'Text',
      { embedded: ['文件自带', 'Embedded'], ocr: ['图像识别', 'Recognised'], mixed: ['部分识别', 'Partly recognised'] },
      { computed: true },
    ),
    reading: json('读取结果', 'Readings', { computed: true, exportable: false }),
    reason: string('说明', 'Reason', { computed: true, max: 500 }),
    reason_en: string('英文说明', 'Reason in English', { computed: true, max: 500 }),
    twice_of: link('同一通知书', 'Same notice', { to: 'notice_intake', computed: true }),
    twice_event: link('已登记的官方事件', 'Recorded official event', { to: 'official_event', computed: true }),
    document_sid: link('文档', 'Document', { to: 'document', computed: true }),
    waits_to_enter: boolean('申请号、申请日待填入案件', 'Application no. and filing date to be entered in the case', {
      computed: true,
      searchable: true,
    }),
    application_no: string('待填入的申请号', 'Application no. to be entered', { computed: true, max: 60 }),
    filing_date: date('待填入的申请日', 'Filing date to be entered', { computed: true }),
    decided_at: datetime('处理时间', 'Decided', { computed: true }),
    decided_by: link('处理人', 'Decided by', { to: 'user_info', computed: true }),
    file_key: string('存储位置', 'Storage key', { computed: true, max: 255, internal: true }),
    listed: json('清单内容', 'Listed facts', { computed: true, internal: true }),
    size: integer('大小', 'Size', { computed: true }),
    ext: string('扩展名', 'Extension', { computed: true, max: 16 }),
    hash: string('SHA-256', 'SHA-256', { computed: true, max: 64 }),
    content_type: string('内容类型', 'Content type', { computed: true, max: 100 }),
  },
})

export type NoticeIntake = Row<typeof notice_intake>

/** States in which a person has still to decide. */
export const UNDECIDED = ['READY', 'UNSURE', 'TWICE', 'NO_CASE', 'UNREADABLE'] as const
