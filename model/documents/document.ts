import { RECEIVED, RECEIVED_LATE } from '../docketing/events/receipt-words.ts'
import { SHARE_LEVELS } from '../sharing/share-level.ts'
import { CONTENT_STATES } from './content.ts'
import { VOUCHERS } from './vouchers.ts'
import { DOCUMENT_CLASSES } from './visibility.ts'
import { boolean, date, datetime, integer, link, links, option, string, text } from '../kit/fields.ts'
import { defineModel, type Row } from '../kit/model.ts'

/** A file of a case. Each upload to the same document is a version; exactly one is the main one. */
export const document = defineModel({
  name: 'document',
  zh: '文档',
  en: 'Document',
  display: ['file_name'],
  visibility: { through: 'case_sid' },
  natural_keys: { by: [['case_sid', 'file_name', 'issue_date']] },
  indexes: [['case_sid', 'issue_date'], ['document_key'], ['created_at'], ['hash'], ['content_state']],
  fields: {
    case_sid: link('案件', 'Case', { to: 'case', immutable: true, searchable: true, list: true }),
    document_key: string('文档组', 'Document', { computed: true, max: 36, exportable: false }),
    doc_type: link('文件类型', 'Document type', { to: 'document_type', searchable: true, list: true }),
    file_name: string('文件名', 'File name', { required: true, searchable: true, list: true, full_text: true, max: 255 }),
    original_name: string('原文件名', 'Original name', { computed: true, max: 255 }),
    direction: option(
      '方向',
      'Direction',
      { IN: ['来文', 'In'], OUT: ['发文', 'Out'], INTERNAL: ['内部', 'Internal'] },
      { searchable: true, list: true, default: 'INTERNAL' },
    ),
    issue_date: date('发文日', 'Issue date', { searchable: true, list: true }),
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
      { searchable: true, default: 'ELECTRONIC' },
    ),
    set_due: date('通知书载明期限', 'Date named in the notice', {}),
    serial_no: string('发文序列号', 'Official serial no.', { searchable: true, max: 60 }),
    fee_sid: link('费用', 'Fee', { to: 'fee', searchable: true, help: ['收据或发票所属的费用', 'The fee that a receipt or an invoice is of'] }),
    voucher: option('票据', 'Receipt or invoice', VOUCHERS, {
      searchable: true,
      help: ['决定票据的文件名', 'It is part of the file name of a receipt'],
    }),
    round_no: integer('次数', 'Round', { min: 1, max: 99, list: true }),
    version_no: integer('版本', 'Version', { computed: true, list: true }),
    is_main: boolean('主版本', 'Main version', { computed: true, searchable: true, list: true }),
    checked_out_by: link('签出人', 'Checked out by', { to: 'user_info', computed: true, searchable: true }),
    checked_out_at: datetime('签出时间', 'Checked out', { computed: true }),
    version_remark: string('版本备注', 'Version remark', { max: 255 }),
    file_key: string('存储位置', 'Storage key', { computed: true, max: 255, internal: true }),
    size: integer('大小', 'Size', { computed: true, list: true }),
    ext: string('扩展名', 'Extension', { computed: true, searchable: true, list: true, max: 16 }),
    hash: string('SHA-256', 'SHA-256', { computed: true, searchable: true, max: 64 }),
    content_state: option('全文', 'Full text', CONTENT_STATES, {
      computed: true,
      unlogged: true,
      searchable: true,
      exportable: false,
      kept_text: 'hash',
      help: ['能否按文件内容查找', 'Whether the document is found by its content'],
    }),
    content_type: string('内容类型', 'Content type', { computed: true, max: 100 }),
    picture_width: integer('图片宽度（像素）', 'Picture width (px)', { computed: true }),
    picture_height: integer('图片高度（像素）', 'Picture height (px)', { computed: true }),
    picture_dpi: integer('图片分辨率（dpi）', 'Picture resolution (dpi)', { computed: true }),
    visibility: option('可见范围', 'Visibility', DOCUMENT_CLASSES, { required: true, default: 'V2', searchable: true }),
    given_to_sids: links('已提供给代理机构', 'Given to agencies', { to: 'agency', computed: true, internal: true, max: 50 }),
    share_level: option('共享级别', 'Share level', SHARE_LEVELS, { searchable: true, help: ['空即与案件相同', 'Empty is that of the case'] }),
    source: option(
      '来源',
      'Source',
      {
        UPLOAD: ['上传', 'Upload'],
        MAIL_ARCHIVE: ['邮件归档', 'Mail archive'],
        SYNC: ['同步', 'Sync'],
        WORKFLOW: ['流程', 'Workflow'],
        AGENCY: ['代理机构', 'Agency'],
        TEMPLATE: ['由模板生成', 'Made from a template'],
        MERGED: ['合并生成', 'Merged from others'],
      },
      { searchable: true, default: 'UPLOAD' },
    ),
    note: text('说明', 'Note', {}),
  },
})

export type Document = Row<typeof document>
