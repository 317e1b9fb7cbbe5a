import { date, integer, link, option, string, text } from '../kit/fields.ts'
import { defineModel, type Row } from '../kit/model.ts'

/** Base64 of the largest file that is taken, 64 KB; a certificate with its chain has a few. */
const MAX_BASE64_CHARS = 90_000
/** Number of days before its end from which a warning about a certificate is shown. */
export const WARNED_DAYS = [30, 7, 1] as const

/** A certificate with its private key, for signing at an office. The file is read once, kept encrypted and never given back. */
export const digital_certificate = defineModel({
  name: 'digital_certificate',
  zh: '数字证书',
  en: 'Digital certificate',
  display: ['name'],
  refuses: {
    import: ['数字证书须逐个上传', 'Digital certificates are uploaded one by one'],
  },
  indexes: [['valid_to']],
  fields: {
    name: string('名称', 'Name', { required: true, searchable: true, list: true, max: 100 }),
    usage: option(
      '用途',
      'Use',
      {
        CNIPA: ['国家知识产权局专利业务办理', 'Patent filing at CNIPA'],
        TRADEMARK: ['商标网上申请', 'Trademark e-filing'],
        SYNC: ['官方数据同步', 'Data of the office'],
        OTHER: ['其他', 'Other'],
      },
      { required: true, searchable: true, list: true, default: 'CNIPA' },
    ),
    agency_sid: link('代理机构', 'Agency', { to: 'agency', searchable: true, list: true, help: ['本单位的证书不填', 'Empty for one of our own'] }),
    owner_sid: link('负责人', 'Person responsible', {
      to: 'user_info',
      required: true,
      searchable: true,
      list: true,
      responsibility: { group: 'certificates', while: {} },
      help: ['到期前提醒此人', 'Warned before the certificate ends'],
    }),
    file: text('证书文件', 'Certificate file', {
      required: true,
      secret: true,
      verbatim: true,
      max: MAX_BASE64_CHARS,
      help: ['.pfx 文件，不超过 64 KB，加密保存，上传后不能再下载', 'A .pfx file of up to 64 KB; kept encrypted and not given back'],
    }),
    password: string('证书密码', 'Password of the file', {
      required: true,
      secret: true,
      verbatim: true,
      max: 200,
      pattern: '^[\\x20-\\x7E]*$',
      pattern_says: ['只能含字母、数字和英文符号', 'may only contain Latin letters, digits and symbols'],
    }),
    subject: string('持有人', 'Subject', { computed: true, searchable: true, list: true, max: 1000 }),
    issuer: string('颁发机构', 'Issuer', { computed: true, max: 1000 }),
    serial_no: string('序列号', 'Serial number', { computed: true, searchable: true, max: 64 }),
    valid_from: date('生效日', 'Valid from', { computed: true }),
    valid_to: date('到期日', 'Valid until', { computed: true, searchable: true, list: true }),
    warned_days: integer('已提醒的天数', 'Days warned of', { computed: true, internal: true }),
    revoked_on: date('吊销日', 'Revoked on', { list: true, searchable: true }),
    note: text('备注', 'Note', { max: 2000 }),
  },
})

export type DigitalCertificate = Row<typeof digital_certificate>
