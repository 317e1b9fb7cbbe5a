import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkCreditCode, checkOrganisationCode } from './company-codes.ts'
import type { NumberFault } from './fault.ts'
import { checkEmail, checkMobile, checkPassport, checkPhone, checkResidentId } from './person-codes.ts'
import { checkBankCard, checkDoi, checkIssn, checkOrcid } from './publication-codes.ts'
import { checkDomainName, checkRightNumber, type RightNumber } from './right-codes.ts'

const right = (kind: RightNumber) => (text: string) => checkRightNumber(kind, text)
const resident = (text: string) => checkResidentId(text, '2026-01-01')

const CHECKS: [name: string, check: (text: string) => NumberFault[], fine: string[], wrong: [string, string, string?][]][] = [
  [
    'unified social credit code',
    checkCreditCode,
    ['914403001922038216', '91110108551385082Q', '９１４４０３００１９２２０３８２１６', '91110108551385082q'],
    [
      ['914403001922038217', 'check', '914403001922038216'],
      ['91440300I922038216', 'letters'],
      ['91440300192203821', 'form'],
      ['9144030019220382166', 'form'],
      ['', 'form'],
    ],
  ],
  [
    'organisation code',
    checkOrganisationCode,
    ['55138508-2', '551385082', '19220382-1'],
    [
      ['55138508-3', 'check', '55138508-2'],
      ['5513850', 'form'],
    ],
  ],
  [
    '[5.05] identity card',
    resident,
    ['11010519491231002X', '11010519491231002x'],
    [
      ['110105194912310021', 'check', '11010519491231002X'],
      ['110105194902300020', 'birth'],
      ['110105202602010026', 'birth'],
      ['110105491231002', 'form', '11010519491231002X'],
      ['1101051949123100', 'form'],
      ['11010519491231002Y', 'form'],
    ],
  ],
  [
    '[5.05] passport',
    checkPassport,
    ['E12345678', 'H1234567890', 'a'.repeat(20)],
    [
      ['E1234-5678', 'form'],
      ['a'.repeat(21), 'form'],
      ['', 'form'],
    ],
  ],
  [
    '[5.25] mobile',
    checkMobile,
    ['13800138000', '１３８００１３８０００'],
    [
      ['23800138000', 'form'],
      ['1380013800', 'form'],
      ['138001380001', 'form'],
    ],
  ],
  [
    '[5.25] phone',
    checkPhone,
    ['010-62084114', '+86-10-62084114', '(010)62084114', '13800138000', '0755-12345678-801'],
    [
      ['12', 'form'],
      ['010--62084114', 'form'],
      ['abc', 'form'],
    ],
  ],
  [
    '[5.25] e-mail',
    checkEmail,
    ['a@b.cn', 'first.last+tag@sub.example.com'],
    [
      ['a@b', 'form'],
      ['@b.cn', 'form'],
      ['a b@c', 'form'],
      ['a@b..cn', 'form'],
      ['a..b@c.cn', 'form'],
      ['.a@c.cn', 'form'],
      ['a@-b.cn', 'form'],
      [`${'a'.repeat(65)}@b.cn`, 'form'],
      ['', 'form'],
    ],
  ],
  [
    'ISSN',
    checkIssn,
    ['0378-5955', '2434-561X', 'ISSN 0378-5955'],
    [
      ['0378-5954', 'check', '0378-5955'],
      ['0378-595', 'form'],
    ],
  ],
  [
    'DOI',
    checkDoi,
    ['10.1000/182', '10.1038/s41586-020-2649-2'],
    [
      ['11.1000/182', 'form'],
      ['10.10/1', 'form'],
    ],
  ],
  [
    'ORCID',
    checkOrcid,
    ['0000-0002-1825-0097', '0000-0002-1694-233X'],
    [
      ['0000-0002-1825-0096', 'check', '0000-0002-1825-0097'],
      ['0000', 'form'],
    ],
  ],
  [
    'bank card',
    checkBankCard,
    ['4111 1111 1111 1111', '6011111111111117'],
    [
      ['4111111111111112', 'check'],
      ['411', 'form'],
    ],
  ],
  [
    'trademark',
    right('trademark'),
    ['71234567', '1234567A'],
    [
      ['7123456789', 'form'],
      ['', 'form'],
    ],
  ],
  ['Madrid', right('madrid'), ['G1678901', '1678901B'], [['G12', 'form']]],
  ['software', right('software'), ['2024SR0123456', '2016SR012345'], [['2024SR123', 'form']]],
  ['work', right('work'), ['国作登字-2024-F-00012345', '沪作登字-2023-A-01234567'], [['国作登字-2024-M-00012345', 'form']]],
  ['layout', right('layout'), ['BS.235500123', 'BS.235500123.4'], [['BS.12', 'form']]],
  ['agency', right('agency'), ['11021'], [['1102', 'form']]],
  ['invoice', right('invoice'), ['24312000000012345678', '12345678'], [['123', 'form']]],
  ['court case', right('court_case'), ['(2026)京73民初123号', '（2026）京73民初123号'], [['2026京73民初123号', 'form']]],
  ['DAS', right('das'), ['0A1F', '0a1f'], [['0A1G', 'form']]],
  [
    'IPC',
    right('ipc'),
    ['H01M 10/42', 'H01M10/42'],
    [
      ['Y02E 60/10', 'form'],
      ['H01M', 'form'],
    ],
  ],
  ['CPC', right('cpc'), ['Y02E 60/10'], [['Z02E 60/10', 'form']]],
  ['Locarno', right('locarno'), ['14-02'], [['1402', 'form']]],
  [
    'Nice',
    right('nice'),
    ['1', '9', '45'],
    [
      ['0', 'form'],
      ['46', 'form'],
    ],
  ],
  [
    'domain name',
    checkDomainName,
    ['example.com', '例子.中国'],
    [
      ['example', 'form'],
      ['-a.com', 'form'],
      [`${'a'.repeat(64)}.com`, 'form'],
      ['a..com', 'form'],
    ],
  ],
]

for (const [name, check, fine, wrong] of CHECKS) {
  for (const text of fine) test(`${name} ${text} is valid`, () => assert.deepEqual(check(text), []))
  for (const [text, code, expected] of wrong) {
    test(`${name} “${text}” is invalid: ${code}`, () => {
      const [fault] = check(text)
      assert.deepEqual([fault?.level, fault?.code, fault?.expected], ['error', code, expected])
      assert.ok(/\p{Script=Han}/u.test(fault?.zh ?? '') && fault?.en)
    })
  }
}

test('the words of a fault follow the label of the field and do not begin with it', () => {
  const labels = [
    '统一社会信用代码',
    '组织机构代码',
    '证件号码',
    '身份证',
    '手机',
    '电话',
    '邮箱',
    'ISSN',
    'DOI',
    'ORCID',
    '银行卡号',
    '域名',
    '商标',
    'IPC',
    'CPC',
    'DAS',
  ]
  for (const [name, check, , wrong] of CHECKS)
    for (const { zh, en } of wrong.flatMap(([text]) => check(text))) {
      assert.ok(!labels.some((label) => zh.startsWith(label)), `${name}: ${zh}`)
      assert.match(en, /^[a-z]/, `${name}: ${en}`)
    }
})
