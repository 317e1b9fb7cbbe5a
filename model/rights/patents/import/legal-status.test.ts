import assert from 'node:assert/strict'
import { test } from 'node:test'
import { standingOf, type Standing } from './legal-status.ts'

/** The words of offices, databases and ledgers; a word that decides nothing is left out of the table of its row. */
const WORDS: readonly (readonly [Standing, readonly string[]])[] = [
  [
    'examination',
    ['Non-Final Rejection', 'Non-Final Action Mailed', 'Final Rejection Mailed', 'Final office action', 'Response to Non-Final Office Action Filed', 'Advisory Action Mailed'],
  ], // oxfmt-ignore
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
      'No opposition filed within time limit',
      'Granted (expires 2031-05-04)',
      'Granted; Expiry date: 2035-01-01',
    ],
  ],
  ['abandoned', ['授权后放弃', '已放弃', '放弃', 'Abandoned -- Failure to Respond to an Office Action', 'Abandoned after final rejection']],
  ['terminated', ['授权后终止', '授权后失效', '终止', '已终止', '专利权终止', 'Granted - lapsed', 'Granted, expired', 'Ceased']],
  ['expired', ['届满', 'Expired - Lifetime', 'PCT有效期满', 'PCT指定期满']],
  ['refused', ['驳回', 'Refused', 'Decision of rejection', '不予受理', '不受理']],
  ['deemed_abandoned', ['授权通知书发出后视为放弃']],
  ['deemed_withdrawn', ['Deemed withdrawn: no reply to examination report', '视为撤回', 'The application is deemed to be withdrawn']],
]

for (const [standing, words] of WORDS)
  for (const word of words) test(`the status “${word}” of a file means ${standing}`, () => assert.equal(standingOf(word), standing))
