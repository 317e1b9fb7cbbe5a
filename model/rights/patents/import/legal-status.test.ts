import assert from 'node:assert/strict'
import { test } from 'node:test'
import { standingOf, type Standing } from './legal-status.ts'

/** The words of offices, databases and ledgers; a word that decides nothing is left out of the table of its row. */
const WORDS: readonly (readonly [Standing, readonly string[]])[] = [
  [
    'office_action',
    [
      'Non-Final Rejection',
      'Non-Final Action Mailed',
      'Non Final Action Mailed',
      '审查意见',
      '一通出案待答复',
      '第二次审查意见通知书',
      '拒绝理由通知',
      'Office action issued',
    ],
  ],
  ['office_action', ['拒絶理由通知', '一通答复中', '二通', 'Pending - OA2 response due', 'OA1']],
  ['examination', ['一通已答复', '待登记', '办理登记手续中']],
  ['terminated', ['소멸']],
  ['refused', ['拒絶査定', '拒絶']],
  ['refused_final', ['拒絶査定確定']],
  ['granted', ['登録', '権利存続中']],
  ['examination', ['審査中', '審査請求済', '特許査定']],
  ['lapsed_fee', ['年金不納', '登録料不納により消滅']],
  ['terminated', ['権利消滅']],
  ['expired', ['存続期間満了']],
  ['deemed_withdrawn', ['みなし取下']],
  ['withdrawn', ['取下']],
  ['abandoned', ['放棄']],
  [
    'pending',
    ['出願中', '未審査', '未審査請求', '審査未請求', '審査請求前', '審査請求期限2026-05-01', '審査請求なし', '審査請求待ち', '審査請求書未提出'],
  ],
  ['examination', ['審査待ち', '審査請求済（未審査）', '審査請求日2024-05-01', '登録料納付待ち', '登録料未納付', '特許料納付待ち', '登録手続中']],
  ['examination', ['拒絶理由通知応答済', '拒絶理由通知に対する意見書提出', '拒絶理由なし']],
  ['office_action', ['拒絶理由通知（応答期限2026-05-01）', '拒絶理由通知 応答待ち', '拒絶理由通知 未応答']],
  ['appeal', ['拒絶査定不服審判', '拒絶査定不服審判請求中', '不服審判係属中']],
  ['refused', ['不服審判請求期限2026-05-01', '拒絶査定不服審判請求前', '不服審判 請求不成立']],
  ['granted', ['無効審判係属中', '無効審判請求', '無効審判 請求不成立確定', '無効審判請求取下', '一部無効', '登録料納付済']],
  ['invalid', ['無効審決確定', '無効審判により無効', '無効審判 請求成立 審決確定']],
  ['deemed_withdrawn', ['未審査請求によるみなし取下']],
  ['final_action', ['Final office action', 'Advisory Action Mailed', 'Response after Final Action Forwarded to Examiner']],
  ['examination', ['Response to Non-Final Office Action Filed', 'Response to examination report filed', '答复审查意见', '一通回案实审']],
  ['international', ['PCT有效期内', 'PCT 国际阶段', 'PCT指定期内', 'PCT-有效', 'PCT未进入指定国', '国际阶段', 'International phase']],
  ['entered', ['PCT进入指定国（指定期内）', '进入国家阶段', 'Entered national phase']],
  ['refused_final', ['驳回失效', '驳回生效', '失效（驳回）', 'Refused, final', 'Refusal final']],
  ['not_accepted', ['不予受理', '不受理']],
  [
    'examination',
    [
      '未授权',
      '尚未授权',
      '待授权',
      '已发授权通知书',
      '授权通知',
      '授权办登中',
      '授权待缴费',
      'not granted',
      'To be granted',
      'Notice of Allowance Mailed',
      'Allowed',
      'Intention to grant',
    ],
  ],
  [
    'granted',
    [
      '授权',
      '授权公告',
      '已授权',
      '审定授权',
      '维持有效',
      'Granted',
      'Patented Case',
      'The patent has been granted',
      'PCT国家阶段有效',
      'No opposition filed within time limit',
      'Granted (expires 2031-05-04)',
      'Granted; Expiry date: 2035-01-01',
    ],
  ],
  ['abandoned', ['授权后放弃', '已放弃', '放弃', 'Abandoned -- Failure to Respond to an Office Action', 'Abandoned after final rejection']],
  ['terminated', ['授权后终止', '授权后失效', '终止', '已终止', '专利权终止', 'Granted - lapsed', 'Granted, expired', 'Ceased']],
  ['expired', ['届满', 'Expired - Lifetime', 'PCT有效期满', 'PCT指定期满', 'PCT进入指定国（指定期满）']],
  ['refused', ['驳回', 'Refused', 'Rejected', 'Decision of rejection', 'Final Rejection', 'Final Rejection Mailed', '驳回等复审请求']],
  ['deemed_abandoned', ['授权通知书发出后视为放弃']],
  ['withdrawn', ['PCT国际申请撤回', '撤回']],
  ['deemed_withdrawn', ['Deemed withdrawn: no reply to examination report', '视为撤回', 'The application is deemed to be withdrawn']],
]

for (const word of ['取下げ予定', '放棄予定', '登録前'])
  test(`the status “${word}” of a file decides nothing`, () => assert.equal(standingOf(word), undefined))

for (const [standing, words] of WORDS)
  for (const word of words) test(`the status “${word}” of a file means ${standing}`, () => assert.equal(standingOf(word), standing))
