import type { Fault, Warned } from '../model/kit/wire/wire.ts'
import type { Lang, Words } from '../model/kit/fields.ts'

type Entry = { status: number; code: number; zh: string; en: string }

/** Every refusal that the product can utter. `{name}` is filled from the facts given with it. */
export const REFUSALS = {
  bad_request: { status: 400, code: 400, zh: '无法理解的请求：{why}', en: 'The request cannot be understood: {why}' },
  bad_json: { status: 400, code: 400, zh: '请求内容不是有效的 JSON', en: 'The request body is not valid JSON' },
  bad_iql: { status: 400, code: 400, zh: '查询语句第 {position} 个字符处有误：{why}', en: 'The query is wrong at character {position}: {why}' },
  token_in_address: { status: 400, code: 400, zh: '运维设置不接受地址中的令牌', en: 'This installation refuses tokens in addresses' },
  bad_sid: { status: 400, code: 400, zh: '“{value}”不是有效的主键', en: '“{value}” is not a valid ID' },
  unknown_key: { status: 400, code: 400, zh: '未知参数“{key}”', en: 'Unknown parameter “{key}”' },
  unknown_field: {
    status: 400,
    code: 400,
    zh: '“{model}”没有字段“{field}”，或您无权读取',
    en: '“{model}” has no field “{field}”, or you may not read it',
  },
  too_many_values: { status: 400, code: 400, zh: '“{key}”最多 {max} 个', en: '“{key}” takes at most {max} values' },
  too_many_exported: {
    status: 400,
    code: 500005,
    zh: '所选 {total} 行，您的角色一次最多导出 {max} 行，请缩小范围',
    en: 'There are {total} rows; your roles allow exports of at most {max}. Narrow the selection',
  },
  out_of_range: { status: 400, code: 400, zh: '“{key}”应在 {min} 到 {max} 之间', en: '“{key}” must be between {min} and {max}' },
  validation: { status: 400, code: 500001, zh: '{summary}', en: '{summary}' },
  rule: { status: 400, code: 500005, zh: '{summary}', en: '{summary}' },
  golden_cases: {
    status: 400,
    code: 500005,
    zh: '这样修改后，以下验证案例不再符合：{cases}。如确应如此，请填写修改理由',
    en: 'With this change, golden cases would no longer hold: {cases}. If that is right, state the reason for the change',
  },
  golden_cases_removal: {
    status: 400,
    code: 500005,
    zh: '删除后，以下验证案例不再符合：{cases}。如确应如此，请先填写修改理由并设为无效，再删除',
    en: 'Without it, golden cases would no longer hold: {cases}. If that is right, first make it invalid and state the reason for the change, then delete it',
  },
  golden_cases_restored: {
    status: 400,
    code: 500005,
    zh: '恢复后，以下验证案例不再符合：{cases}。如确应如此，请先更正验证案例',
    en: 'With it back, golden cases would no longer hold: {cases}. If that is right, correct the golden cases first',
  },
  golden_cases_calendar: {
    status: 400,
    code: 500005,
    zh: '这样修改日历后，以下验证案例不再符合：{cases}。如日历无误，请先更正验证案例',
    en: 'With this change of the calendar, golden cases would no longer hold: {cases}. If the calendar is right, correct the golden cases first',
  },
  transition: {
    status: 400,
    code: 500005,
    zh: '当前状态“{state}”下不能“{transition}”，可以：{allowed}',
    en: '“{transition}” is not possible in state “{state}”. Possible now: {allowed}',
  },
  select_one: { status: 400, code: 500005, zh: '请至少选择一条数据', en: 'Select at least one piece of data' },
  system_row: {
    status: 400,
    code: 500005,
    zh: '{what}“{name}”是系统内置数据，不能删除',
    en: '{what} “{name}” is built in and cannot be deleted',
  },
  depended_on: { status: 400, code: 500005, zh: '不能删除“{name}”：仍被{by}引用', en: '“{name}” cannot be deleted: it is still used by {by}' },
  unconfirmed: {
    status: 412,
    code: 500012,
    zh: '保存前请确认 {count} 项提醒',
    en: 'Confirm {count} warning(s) before saving',
  },
  file_format: { status: 415, code: 415, zh: '文件格式不正确', en: 'File format incorrect' },
  file_upload: { status: 413, code: 413, zh: '上传失败，文件大小超出限制或格式错误', en: 'Upload failed, file size exceeded limit or format error' },
  file_infected: {
    status: 422,
    code: 500005,
    zh: '文件含恶意内容（{name}），未保存',
    en: 'The file contains malicious content ({name}) and was not kept',
  },
  scanner_away: {
    status: 503,
    code: 502014,
    zh: '病毒扫描服务没有回答，文件未保存，请稍后再试或联系管理员',
    en: 'The virus scanner does not answer, so that the file was not kept; try later or tell the administrator',
  },
  file_mismatch: {
    status: 413,
    code: 413,
    zh: '上传失败，文件大小超出限制或格式错误',
    en: 'Upload failed, file size exceeded limit or format error',
  },
  unreadable: { status: 415, code: 415, zh: '无法读取该文件：{why}', en: 'The file cannot be read: {why}' },
  body_too_large: { status: 413, code: 413, zh: '请求内容过大', en: 'The request body is too large' },
  media_type: { status: 415, code: 415, zh: '不支持的内容类型', en: 'Unsupported content type' },
  export_url: { status: 400, code: 400, zh: '导出链接无效', en: 'Export url invalid' },
  login_required: { status: 401, code: 401, zh: '请先登录', en: 'Please sign in' },
  session_over: { status: 401, code: 30409, zh: '登录超时，您已退出登录', en: 'Login timeout, you have been logged out' },
  forbidden: { status: 403, code: 403, zh: '您没有权限：{what}', en: 'You do not have permission: {what}' },
  function_withheld: {
    status: 403,
    code: 403,
    zh: '功能“{what}”只由指定的角色给予，您没有其中的角色',
    en: 'The function “{what}” is given by certain roles only, and you have none of them',
  },
  share_view_only: {
    status: 403,
    code: 403,
    zh: '此文件只共享给您查看，不能下载',
    en: 'This document is shared with you to be viewed, not to be downloaded',
  },
  share_over: {
    status: 404,
    code: 30130,
    zh: '共享链接无效或已失效，请向共享人索取新的链接',
    en: 'The shared link is not valid, or no longer so: ask whoever shared it for another',
  },
  share_password: { status: 403, code: 30131, zh: '共享链接的密码不正确', en: 'The password of the shared link is wrong' },
  not_shareable: { status: 400, code: 500005, zh: '“{name}”的共享级别为“{level}”：{why}', en: 'The share level of “{name}” is “{level}”: {why}' },
  share_fields: {
    status: 400,
    code: 500005,
    zh: '不能共享给“{name}”：按其角色可以看到您看不到的字段（{fields}）',
    en: '“{name}” cannot be given this share: their roles show fields that you do not see ({fields})',
  },
  viewing: {
    status: 403,
    code: 403,
    zh: '正在以他人身份查看，只能查看，不能修改或导出',
    en: 'You are viewing as another person: nothing can be changed or exported',
  },
  token_only_reads: { status: 403, code: 403, zh: '此令牌只能读取，不能修改或导出', en: 'This token only reads: nothing can be changed or exported' },
  token_of_assistants: { status: 403, code: 403, zh: '此令牌只能用于 AI 助手（MCP）', en: 'This token is for AI assistants (MCP) alone' },
  assistants_off: {
    status: 403,
    code: 403,
    zh: 'AI 助手接口未开放：由系统管理员在“登录设置”中开启',
    en: 'Assistants are switched off; an administrator can allow them under “Sign-in”',
  },
  secret_closed: {
    status: 403,
    code: 403,
    zh: '该技术秘密的知悉人中没有您，不能打开其内容',
    en: 'You are not among those authorised to read this trade secret',
  },
  view_over: { status: 401, code: 30405, zh: '以他人身份查看已结束', en: 'The view as another person has ended' },
  verb_refused: { status: 403, code: 403, zh: '{why}', en: '{why}' },
  must_change_password: { status: 403, code: 403, zh: '请先修改密码', en: 'Please change your password first' },
  confirm_oneself: { status: 403, code: 30127, zh: '请先再次验证您的身份', en: 'Please confirm first that it is you' },
  must_set_second_factor: {
    status: 403,
    code: 30114,
    zh: '您的角色要求两步验证，请先设置',
    en: 'A role of yours requires a second factor; set it up first',
  },
  not_found: { status: 404, code: 404, zh: '没有找到', en: 'Not found' },
  method: {
    status: 405,
    code: 405,
    zh: '此地址不支持 {method} 方法，请使用 {allow}',
    en: 'Method {method} is not allowed at this address; use {allow}',
  },
  waits_for_second: {
    status: 409,
    code: 500013,
    zh: '尚未生效：“{about}”已提出，待{second}确认',
    en: 'Not in effect yet: “{about}” was proposed and waits until {second}',
  },
  waits_for_approval: {
    status: 409,
    code: 500014,
    zh: '“{name}”的“{transition}”已提交审批，通过后自动生效',
    en: '“{transition}” of “{name}” was submitted for approval and takes effect once approved',
  },
  in_approval: {
    status: 409,
    code: 500015,
    zh: '“{name}”正在审批中（{transition}），审批结束前不能修改',
    en: '“{name}” is being approved ({transition}) and cannot be changed until that has ended',
  },
  task_closed: { status: 409, code: 500016, zh: '该任务已处理：{who}已{act}（{at}）', en: 'The task is closed: {who}, {act}, {at}' },
  level_settings: { status: 400, code: 500005, zh: '审批级别设置错误：{why}', en: 'Level approve settings error: {why}' },
  process_file: { status: 400, code: 500005, zh: '流程文件有误：{why}', en: 'The process file is not valid: {why}' },
  process_faults: { status: 400, code: 500005, zh: '流程不能发布：{why}', en: 'The process cannot be published: {why}' },
  miss_doc_types: { status: 400, code: 500005, zh: '缺少文件类型：{names}', en: 'Miss doc types: {names}' },
  stale: { status: 409, code: 409, zh: '记录已被他人修改，请核对后再保存', en: 'The record was changed by someone else; compare and save again' },
  both_ends: {
    status: 412,
    code: 412,
    zh: '同一浏览器和域名下不能同时登录企业端和代理端',
    en: 'The same browser and domain cannot be logged in to both the enterprise and agency ends at once',
  },
  too_many_requests: { status: 429, code: 429, zh: '请求过于频繁，请 {seconds} 秒后再试', en: 'Too many requests; try again in {seconds} s' },
  too_many_pdfs: { status: 429, code: 429, zh: '正在生成的文件过多，请稍后再试', en: 'Too many files are being made; try again later' },
  busy: { status: 499, code: 499, zh: '网络繁忙，请刷新重试', en: 'The network is busy. Please refresh and try again' },
  database_error: { status: 500, code: 500010, zh: '数据库错误', en: 'Database Error' },
  unforeseen: { status: 500, code: 500, zh: '服务器错误，请稍后再试', en: 'Server error, please try later' },
  service_away: { status: 503, code: 502014, zh: '服务异常，请稍后再试', en: 'Service exception, please try again later' },
  tenant_moving: { status: 503, code: 500005, zh: '数据正在移到另一台服务器，暂不能更改', en: 'The data are being moved and cannot be changed now' },
  captcha: { status: 400, code: 30101, zh: '验证码错误或已过期', en: 'The captcha is wrong or has expired' },
  login_wrong: { status: 400, code: 30103, zh: '用户名或密码错误', en: 'Wrong user name or password' },
  account_disabled: { status: 400, code: 30102, zh: '账号已停用', en: 'The account is disabled' },
  account_locked: {
    status: 400,
    code: 30116,
    zh: '账号已锁定，请 {minutes} 分钟后再试',
    en: 'The account is locked; try again in {minutes} minutes',
  },
  second_factor: {
    status: 400,
    code: 30111,
    zh: '请完成登录的第二步',
    en: 'Take the second step of signing in',
  },
  second_factor_wrong: { status: 400, code: 30112, zh: '验证码错误或已使用', en: 'The code is wrong or was used before' },
  second_factor_over: { status: 400, code: 30113, zh: '登录已超时，请重新登录', en: 'This took too long; begin again' },
  passkey_wrong: {
    status: 400,
    code: 30120,
    zh: '通行密钥无效，或登录已超时，请重试',
    en: 'The passkey is not valid here, or this took too long; try again',
  },
  passkey_off: {
    status: 400,
    code: 30121,
    zh: '此系统不能使用通行密钥：管理员未填写系统网址，或未允许',
    en: 'Passkeys cannot be used here: the address of this system is not set, or they are not allowed',
  },
  passkey_elsewhere: {
    status: 400,
    code: 30126,
    zh: '系统网址已改变，您的通行密钥不能再用，请管理员重置两步验证',
    en: 'The address of this system has changed, so that your passkeys no longer work; ask an administrator to reset the second factor',
  },
  account_not_open: { status: 400, code: 30104, zh: '账号尚未开通，请联系管理员', en: 'The account is not open yet; contact the administrator' },
  account_expired: { status: 400, code: 30105, zh: '账号已过期，请联系管理员', en: 'The account has expired; contact the administrator' },
  wrong_platform: { status: 400, code: 30106, zh: '该账号不属于所选的登录端', en: 'The account does not belong to the selected end' },
  one_time_expired: {
    status: 400,
    code: 30107,
    zh: '一次性密码已过期，请联系管理员重置',
    en: 'The one-time password has expired; ask the administrator for a new one',
  },
  reset_link_over: {
    status: 400,
    code: 30108,
    zh: '重置链接已失效，请重新使用“忘记密码”',
    en: 'The current reset link has expired; use “Forgot password” again',
  },
  unregistered_mail: {
    status: 400,
    code: 30109,
    zh: '该账号或邮箱未登记，请联系管理员开通账号',
    en: 'This account or e-mail is not registered; contact the administrator to open an account',
  },
  mail_off: {
    status: 400,
    code: 30110,
    zh: '尚未设置发信邮箱，请联系管理员重置密码',
    en: 'Outgoing mail is not set up; ask the administrator to reset the password',
  },
  mail_not_sent: { status: 400, code: 500005, zh: '邮件没有发出：{why}', en: 'The mail was not sent: {why}' },
  code_login: {
    status: 400,
    code: 30122,
    zh: '此系统未开通这种验证码登录，请用其他方式登录',
    en: 'Sign-in with such a code is not set up here; sign in another way',
  },
  code_wrong: { status: 400, code: 30123, zh: '验证码错误或已过期', en: 'The code is wrong or has expired' },
  unregistered_mobile: {
    status: 400,
    code: 30109,
    zh: '该手机号未登记，请联系管理员开通账号',
    en: 'This mobile is not registered; contact the administrator to open an account',
  },
  dingtalk_only: { status: 400, code: 30173, zh: '请使用钉钉登录', en: 'Please sign in with DingTalk' },
  wecom_only: { status: 400, code: 30174, zh: '请使用企业微信登录', en: 'Please sign in with WeCom' },
  feishu_only: { status: 400, code: 30175, zh: '请使用飞书登录', en: 'Please sign in with Feishu' },
  third_party_only: { status: 400, code: 30176, zh: '请使用第三方单点登录', en: 'Please sign in with the third party' },
  mail_only: { status: 400, code: 30145, zh: '请使用邮箱验证码登录', en: 'Please sign in with a code by e-mail' },
  account_resigned: { status: 400, code: 500005, zh: '离职人员不能开通账号', en: 'An account cannot be opened for a person who has resigned' },
  sso_failed: { status: 400, code: 30117, zh: '单点登录失败：{why}', en: 'Single sign-on failed: {why}' },
  sso_over: {
    status: 400,
    code: 30118,
    zh: '单点登录已超时或不是从本浏览器开始的，请重试',
    en: 'Single sign-on took too long, or began in another browser; try again',
  },
  sso_unknown: {
    status: 400,
    code: 30119,
    zh: '没有与您对应的账号，请联系管理员开通',
    en: 'No account matches you; ask the administrator to open one',
  },
  sso_only: { status: 400, code: 30142, zh: '请使用单点登录', en: 'Please use single sign-on' },
  scim_filter: { status: 400, code: 400, zh: '过滤条件第 {position} 个字符处有误：{why}', en: 'The filter is wrong at character {position}: {why}' },
  scim_path: { status: 400, code: 400, zh: '路径“{path}”有误：{why}', en: 'The path “{path}” is wrong: {why}' },
  scim_no_target: { status: 400, code: 400, zh: '路径“{path}”没有对应的值', en: 'Nothing matches the path “{path}”' },
  scim_value: { status: 400, code: 500001, zh: '{attribute}：{why}', en: '{attribute}: {why}' },
  scim_syntax: { status: 400, code: 400, zh: '请求内容有误：{why}', en: 'The request body is wrong: {why}' },
  scim_read_only: { status: 400, code: 500001, zh: '“{attribute}”只读', en: '“{attribute}” is read-only' },
  scim_taken: { status: 409, code: 409, zh: '{what}', en: '{what}' },
  scim_changed: { status: 412, code: 412, zh: '资源已被修改，请重新读取', en: 'The resource was changed; read it again' },
  scim_many: { status: 413, code: 413, zh: '“{key}”最多 {max} 个', en: '“{key}” takes at most {max} values' },
  scim_unsupported: { status: 501, code: 501, zh: '不支持', en: 'Not supported' },
  cloud_token: {
    status: 400,
    code: 30404,
    zh: '云平台令牌无效，请从云平台重新进入',
    en: 'The token of the cloud is invalid; come in from the cloud again',
  },
  cloud_token_over: {
    status: 400,
    code: 30405,
    zh: '云平台令牌已过期或已使用，请从云平台重新进入',
    en: 'The token of the cloud has expired or was used; come in from the cloud again',
  },
  cloud_nobody: { status: 400, code: 10001, zh: '云平台令牌没有用户编号', en: 'The token of the cloud names no user' },
  cloud_unbound: { status: 400, code: 30119, zh: '没有绑定云账号', en: 'No cloud account is bound' },
  token_expired: { status: 401, code: 30405, zh: '令牌已过期', en: 'The token has expired' },
  token_invalid: { status: 401, code: 30404, zh: '令牌无效', en: 'The token is invalid' },
} as const satisfies Record<string, Entry>

/** Too many at once, a lock that another one holds, a service that does not answer. */
const MOMENTARY: readonly number[] = [429, 499, 503]

type RefusalName = keyof typeof REFUSALS

type More = { errors?: readonly Fault[]; warnings?: readonly Warned[]; data?: unknown }

export class Refusal extends Error {
  readonly name: RefusalName
  readonly facts: Readonly<Record<string, string | number>>
  readonly errors: readonly Fault[] | undefined
  readonly warnings: readonly Warned[] | undefined
  readonly data: unknown

  constructor(name: RefusalName, facts: Record<string, string | number> = {}, more: More = {}) {
    super(name)
    this.name = name
    this.facts = facts
    this.errors = more.errors
    this.warnings = more.warnings
    this.data = more.data
  }

  get status() {
    return REFUSALS[this.name].status
  }

  get code() {
    return REFUSALS[this.name].code
  }

  /** The same may succeed later. */
  get isMomentary() {
    return MOMENTARY.includes(this.status)
  }

  /** `own`: a tenant's own sentence. */
  words(lang: Lang, own?: string) {
    return (own ?? REFUSALS[this.name][lang]).replace(/\{(\w+)\}/g, (whole, key: string) =>
      String(this.facts[`${key}_${lang}`] ?? this.facts[key] ?? whole),
    )
  }
}

/** Facts whose words differ by language are given twice, as `why_zh` and `why_en`. */
export function refuse(name: RefusalName, facts?: Record<string, string | number>, more?: More): never {
  throw new Refusal(name, facts, more)
}

/** `rule`: what is wrong lies between fields; `field` is where to show it. */
export type RuleFault = Fault & { rule?: true }

/** Refuses with every fault at once, each told once: 500001 for single fields, 500005 for rules across fields. */
export function refuseFaults(faults: readonly RuleFault[], name: 'validation' | 'rule' = 'validation'): never {
  const distinct = new Map(faults.map(({ field, label, reason }) => [JSON.stringify([field, reason]), { field, label, reason }]))
  const errors = [...distinct.values()]
  const summary_zh = errors.map((e) => `${e.label}：${e.reason}`).join('；')
  const summary_en = errors.map((e) => `${e.label}: ${e.reason}`).join('; ')
  throw new Refusal(faults.some(({ rule }) => rule) ? 'rule' : name, { summary_zh, summary_en }, { errors })
}

/** The same fact in both languages. */
export const both = (key: string, [zh, en]: Words) => ({ [`${key}_zh`]: zh, [`${key}_en`]: en })

/** The refusal of the act, if any; other errors are rethrown. */
export async function attempt(act: () => Promise<unknown>): Promise<Refusal | undefined> {
  try {
    await act()
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}
