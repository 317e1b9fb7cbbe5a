import type { Words } from '../../kit/fields.ts'

/** The text that findings of one code share, without the names and days of their cases. */
export const FINDING_KINDS: Readonly<Record<string, Words>> = {
  ANNUITY_MISSED: [
    '年费至宽限期届满仍未缴纳，权利已终止，而案件状态仍为有效：请登记终止、恢复，或当时已缴',
    'An annuity was not paid by the end of its grace period: the right has lapsed, but the case is in force. Record the lapse, the restoration, or the payment',
  ],
  COUNTRIES_NOT_RECORDED: [
    '已进入或已决定进入国家，但未录入“指定/拟进入国家”：其他国家的进入期限无人监控，请录入全部所选国家',
    'Countries are entered or decided, but “Designated or wished countries” is empty: entry deadlines elsewhere are not monitored. Record every country chosen',
  ],
  DOCUMENT_NOT_DOCKETED: [
    '官方来文没有对应的官方事件（多因缺少文件类型或发文日），没有产生任何期限：请补填或核对',
    'An official document has no official event, often for want of its type or issue date, so it created no deadline: complete or check it',
  ],
  DONE_LATE: [
    '办理晚于期限的最后一日：请登记官方是否接受、权利的丧失或其恢复',
    'An act was done after its last day: record whether the office accepted it, the loss, or its restoration',
  ],
  DONE_WITHOUT_DAY: [
    '仅因案件字段已填写而推定已办，没有办理日期：请填写日期，或在该期限上说明是否已办',
    'An act is only presumed done, because a field of the case says so without a day: enter the day, or say on the deadline whether it was done',
  ],
  EARLIER_NOT_RECORDED: [
    '文件列有未录入的在先申请：请录入为优先权或与母案的关联，然后清空“未录入的在先申请”',
    'The imported file lists earlier applications that are not recorded: record each as a priority or as a relation, then clear “Earlier applications not on record”',
  ],
  EVENT_BEFORE_FILING: ['来文日期早于申请日：请核对', 'A notice is dated before the filing: check its date'],
  EVENT_IN_FUTURE: ['来文日期在今天之后：此前不产生任何效果，请核对', 'A notice is dated in the future: until then it has no effect, please check'],
  FAMILY_DISAGREES: ['同族案件的记录不一致：请核对', 'Records of cases of one family disagree: check them'],
  FAMILY_PRIORITY_UNCLAIMED: ['同族在先申请未列为优先权：请核对', 'An earlier filing of the family is not claimed as a priority: check it'],
  GRANT_NOT_REGISTRATION: [
    '授权日与登记日不是同一天，而该国专利自登记之日起授权：请核对并改正',
    'The grant date is not the registration date, on which the patent is granted in this country: check and correct them',
  ],
  HAGUE_CLOSED: [
    '海牙注册已按“国际阶段结束”结案而仍可续展，续展不再监控：仍有效的请撤销该状态变更，已失效的请“知悉”并写明理由',
    'A Hague registration that may still be renewed was closed as “International phase over”, so its renewals are not monitored: undo that step, or acknowledge with the reason why it has ended',
  ],
  INTERNATIONAL_PHASE_OVER: [
    '各国的进入期限均已届满：请登记已进入的国家并结束国际阶段',
    'All deadlines for national entry have expired: record the entries made and close the international phase',
  ],
  LATER_DATE_REFUSED: [
    '按案件记录应推迟的期限未获同意，仍按原日期：请更正记录或重新提出',
    'A later date by the facts of the case was refused, so the earlier one stays: correct the facts, or propose it again',
  ],
  LATER_DATE_WAITS: ['拟推迟的期限待另一人确认', 'A later deadline waits for confirmation by a second person'],
  MADRID_BASE_CEASED: [
    '马德里基础标志在其约束期内失效：国际注册将随之撤销，请登记并考虑转换',
    'A base mark has ceased while the international registration depends on it, which will be cancelled with it: record it, and consider transformation',
  ],
  LEFT_IN_PREPARATION: [
    '准备中的案件已三个月没有任何进展，也没有期限提醒：请继续办理，或变更状态',
    'Cases in preparation without any record of work for three months, which no deadline calls back: go on with them, or change their status',
  ],
  MAIL_WAITS: [
    '邮件待归档已逾两周，其中可能有通知书：请归档，或标为不归档',
    'Mails wait to be filed for more than two weeks, and may hold a notice: file or dismiss them',
  ],
  MISSED_LONG_AGO: [
    '期限早已错过且不能补救：请核对案件状态，或登记当时已办结',
    'A deadline was missed and can no longer be remedied: check the status of the case, or record that it was done',
  ],
  MISSING_NOTICE: [
    '案件状态所依据的官方来文未录入，无法计算期限：请录入',
    'The notice behind the status of the case is not recorded: its deadline cannot be calculated. Record it',
  ],
  MISS_NOT_RECORDED: [
    '期限刚届满而没有办理记录：请登记当时已办、权利的丧失或其恢复',
    'The last day of an act has passed, and nothing is recorded: record that it was done, the loss, or its restoration',
  ],
  NEEDS_SET_DUE: ['期限以通知书指定的日期为准，尚未录入：请填写', 'The date stated in the notice has not been entered. Enter it on the deadline'],
  NOTICE_IN_PREPARATION: [
    '已录入来文而案件尚未递交：此前不产生任何期限，请登记递交或进入，并填写申请号和日期',
    'A notice is recorded, but the case is not filed: no deadline is calculated. Record the filing or the entry with its number and dates',
  ],
  NOTICE_WAITS: [
    '收到的通知书两周未处理，没有产生任何期限：请接收或退回',
    'Received notices wait for a decision for more than two weeks, and created no deadline: accept or reject them',
  ],
  NO_NUMBER: [
    '案件已递交而没有任何官方号码，官方来文无法归入：请填写',
    'Cases are filed, but have no number of the office, so that what it sends cannot be assigned to them: enter it',
  ],
  NO_NATIONAL_ROUTE: [
    '国际申请在该国只能经地区局取得保护：请改为该地区局，并按其期限进入',
    'An international application is protected there only through a regional office: name that office, and enter within its period',
  ],
  NO_OWNER: [
    '近期或人工录入的期限没有负责人：请在案件或期限上指定负责人',
    'Deadlines of the next days, or entered by hand, have no owner: name the person responsible on the case or on the deadline',
  ],
  NO_PRICE: [
    '年费没有可用的费用标准：请核对官费标准，或人工填写金额',
    'Annuities have no applicable fee schedule: check the schedule, or enter the amounts by hand',
  ],
  OFFICE_SILENT: [
    '申请在审而没有待办期限，逾三年没有任何官方来文或案件进展：请向官方或代理机构核实状态并登记来文',
    'Pending applications with nothing due, of which nothing is on record for more than three years: check their status with the office or the agency, and record what it sent',
  ],
  PAID_TOO_EARLY: [
    '缴费早于可缴起始日，缴费无效，须重新缴纳',
    'A fee was paid before the earliest valid payment date: the payment is invalid and must be repeated',
  ],
  PRIORITY_INCOMPLETE: ['优先权缺少在先申请号或受理局，请补全', 'A priority has no application number or no office: complete it'],
  PRIORITY_PERIOD_EXCEEDED: [
    '申请日超过优先权期间，优先权不成立：请核对日期，或在期限内请求恢复优先权',
    'The filing is after the priority period, so the claim fails: check the dates, or request restoration of the priority in time',
  ],
  RECEIVED_LATE: ['收到日明显晚于发文日：请核对送达证据', 'A notice is recorded as received long after its issue: check the proof of receipt'],
  REGISTRATION_EXPECTED: [
    '初审公告已逾半年，未见注册或异议：请核对官方状态',
    'A mark was published more than half a year ago, and neither a registration nor an opposition is on record: check with the office',
  ],
  REPLY_AFTER_FINAL: [
    '对最终审查意见的答复不终止其期限：请登记继续审查请求、上诉或授权通知',
    'The reply to a final action does not end its period: record a request for continued examination, an appeal or an allowance',
  ],
  REPLY_GIVEN_UP: [
    '答复已放弃，而案件仍在审：请登记放弃本案，或重新打开该期限',
    'A reply was waived, but the application is still pending: record the abandonment, or reopen the deadline',
  ],
  REPLY_NOT_RECORDED: [
    '没有答复记录，官方已发出后续来文：请登记答复，或在该期限上说明是否已办',
    'A reply is not on record, and the office has sent a further notice: record the reply, or say on the deadline whether it was done',
  ],
  REVIEW_OVERDUE: ['密级与保密措施尚未按期复审', 'The level and the measures of a trade secret were not reviewed in time: review them'],
  SECOND_NOTICE: [
    '同类来文有两份，期限只按其中一份计算：请核对是否确以在后者为准',
    'Two notices of a kind are recorded, and one opens no deadline: check that the later one takes its place',
  ],
  STATUS_CONFLICT: ['案件状态与法律状态矛盾：请核对，并改正其一', 'The status contradicts the legal status: check both, and correct the wrong one'],
  STATUS_IN_FILE: [
    '导入的文件所称的案件状态与本系统不同：请核对后变更，或“知悉”并写明理由',
    'An imported file says another status than the case has: change the status, or acknowledge the finding with a reason',
  ],
  TERM_OVER: ['已过届满日，状态仍为有效：请结案', 'The term has ended, but the status of the case is still in force: close the case'],
  UNKNOWN_DOCUMENT_CODE: [
    '来文代码不在文件类型目录中，没有产生任何期限：请改正',
    'The code of an official document is not in the catalogue of document types, so it created no deadline: correct it',
  ],
}

/** A right may be lost while these stand; they come before the many that only tidy a portfolio. */
export const URGENT_FINDINGS: readonly string[] = [
  'LAW_UNREADABLE',
  'RULES_MISSING',
  'NOTHING_DOCKETED',
  'UNKNOWN_DOCUMENT_CODE',
  'DOCUMENT_NOT_DOCKETED',
  'NOTICE_WAITS',
  'NOTICE_IN_PREPARATION',
  'MISSING_NOTICE',
  'NEEDS_SET_DUE',
  'MISS_NOT_RECORDED',
  'ANNUITY_MISSED',
  'REPLY_NOT_RECORDED',
  'REPLY_GIVEN_UP',
  'ANNUITIES_GIVEN_UP',
  'VALIDATED_NOWHERE',
  'COUNTRIES_NOT_RECORDED',
  'PAID_TOO_EARLY',
  'MISSING_FILING_DATE',
  'NO_OWNER',
  'NO_NUMBER',
  'OFFICE_SILENT',
]
