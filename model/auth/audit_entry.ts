import { integer, json, option, string } from '../kit/fields.ts'
import { defineModel, READ_ONLY, type Row } from '../kit/model.ts'

/** Events in the audit log. A new kind of event is one line here. */
export const AUDIT_EVENTS = {
  SIGNED_IN: ['登录', 'Signed in'],
  SIGN_IN_REFUSED: ['登录被拒绝', 'Sign-in refused'],
  SIGNED_OUT: ['退出登录', 'Signed out'],
  TOKEN_REUSED: ['刷新令牌被重复使用', 'Refresh token used twice'],
  SESSIONS_ENDED: ['结束会话', 'Sessions ended'],
  SECOND_FACTOR_ON: ['启用两步验证', 'Second factor switched on'],
  SECOND_FACTOR_OFF: ['停用两步验证', 'Second factor switched off'],
  SECOND_FACTOR_RESET: ['重置两步验证', 'Second factor reset'],
  RECOVERY_CODES_RENEWED: ['更换恢复码', 'Recovery codes renewed'],
  RECOVERY_CODE_USED: ['使用恢复码', 'Recovery code used'],
  PASSKEY_ADDED: ['添加通行密钥', 'Passkey added'],
  PASSKEY_REMOVED: ['移除通行密钥', 'Passkey removed'],
  PASSKEY_COPIED: ['通行密钥疑似被复制', 'Passkey appears to be copied'],
  SIGN_IN_CODE_SENT: ['发送登录验证码', 'Sign-in code sent'],
  MOBILE_PROVEN: ['验证手机号', 'Mobile number proven'],
  SIGN_IN_CODE_NOT_SENT: ['登录验证码未发送', 'Sign-in code not sent'],
  CLOUD_BOUND: ['绑定云账号', 'Cloud account bound'],
  CLOUD_UNBOUND: ['解绑云账号', 'Cloud account unbound'],
  TEXT_MESSAGES_READ: ['查看短信发件箱', 'Outbox of text messages read'],
  PASSWORD_CHANGED: ['修改密码', 'Password changed'],
  PASSWORD_RESET: ['重置密码', 'Password reset'],
  RESET_LINK_MAILED: ['发送重置密码邮件', 'Reset link mailed'],
  RESET_LINK_NOT_MAILED: ['重置密码邮件未发送', 'Reset link not mailed'],
  PASSWORD_RESET_BY_MAIL: ['通过邮件重置密码', 'Password reset by mail'],
  NOTICE_MAILED: ['发送安全提醒', 'Security notice mailed'],
  NOTICE_NOT_MAILED: ['安全提醒未发送', 'Security notice not mailed'],
  PERMISSION_CHANGED: ['变更账号或权限', 'Account or permission changed'],
  PERMISSION_PROPOSED: ['提出权限变更', 'Permission change proposed'],
  PERMISSION_DECIDED: ['决定权限变更', 'Permission change decided'],
  SIGN_IN_RULES_CHANGED: ['变更登录设置', 'Sign-in settings changed'],
  BI_ACCESS_CHANGED: ['变更 BI 工具的访问', 'Access of BI tools changed'],
  LIMITS_CHANGED: ['变更上限设置', 'Limits changed'],
  WORDS_CHANGED: ['变更界面文字', 'Words changed'],
  VIEW_STARTED: ['以他人身份查看', 'View as another person started'],
  VIEW_ENDED: ['结束以他人身份查看', 'View as another person ended'],
  CONFIGURATION_APPLIED: ['应用配置包', 'Configuration pack applied'],
  CONFIGURATION_ROLLED_BACK: ['回退配置包', 'Configuration pack rolled back'],
  EXPORTED: ['导出数据', 'Data exported'],
  SHARED: ['共享', 'Shared'],
  SHARE_REVOKED: ['撤销共享', 'Share revoked'],
  SHARE_OPENED: ['打开共享链接', 'Shared link opened'],
  SECRET_OPENED: ['打开技术秘密', 'Trade secret opened'],
  DOWNLOADED: ['下载文件', 'File downloaded'],
  VIEWED: ['预览文件', 'File viewed'],
  ASSISTED: ['AI 助手读取', 'Read by an AI assistant'],
  REFUSED: ['操作被拒绝', 'Call refused'],
  SUSPICIOUS: ['可疑输入被拒绝', 'Suspicious input refused'],
} as const

export type AuditEvent = keyof typeof AUDIT_EVENTS

/**
 * Sign-ins, refusals, changes of permissions and exports of data, with time and origin. Entries are numbered and hashed in
 * a chain within a minute, so that a later change or deletion is found. They hold no values of records.
 */
export const audit_entry = defineModel({
  name: 'audit_entry',
  zh: '审计记录',
  en: 'Audit entry',
  display: ['event'],
  no_log: true,
  hard_delete: true,
  refuses: READ_ONLY,
  uniques: [['number']],
  indexes: [['record_sid']],
  fields: {
    event: option('事件', 'Event', AUDIT_EVENTS, { computed: true, searchable: true, list: true }),
    result: option(
      '结果',
      'Result',
      { DONE: ['成功', 'Done'], REFUSED: ['被拒绝', 'Refused'] },
      { computed: true, searchable: true, list: true, default: 'DONE' },
    ),
    account: string('账号', 'Account', { computed: true, searchable: true, list: true, max: 60 }),
    address: string('网络地址', 'Address', { computed: true, searchable: true, list: true, max: 45 }),
    device: string('浏览器', 'Browser', { computed: true, max: 255 }),
    entity: string('对象', 'Entity', { computed: true, searchable: true, list: true, max: 60, code_of: 'model' }),
    record_sid: string('记录', 'Record', { computed: true, searchable: true, max: 36 }),
    about: string('名称', 'Name', { computed: true, searchable: true, list: true, max: 255 }),
    action: option(
      '动作',
      'Action',
      { CREATED: ['新建', 'Created'], CHANGED: ['修改', 'Changed'], DELETED: ['删除', 'Deleted'], RESTORED: ['恢复', 'Restored'] },
      { computed: true, searchable: true, list: true },
    ),
    records: integer('记录数', 'Records', { computed: true, list: true }),
    rule: string('规则', 'Rule', { computed: true, searchable: true, max: 60 }),
    error_code: integer('错误码', 'Error code', { computed: true }),
    path: string('接口', 'Call', { computed: true, max: 255 }),
    details: json('详情', 'Details', { computed: true }),
    times: integer('次数', 'Times', { computed: true, list: true, default: 1 }),
    request_id: string('请求号', 'Request ID', { computed: true, searchable: true, max: 100 }),
    number: integer('序号', 'Number', { computed: true, searchable: true, list: true }),
    about_en: string('英文名称', 'English name', { computed: true, searchable: true, max: 255 }),
    hash: string('校验值', 'Hash', { computed: true, max: 64 }),
  },
})

export type AuditEntry = Row<typeof audit_entry>
