import { simplified } from '../../../import/values/traditional.ts'

/** The legal status in an export, reduced to the kinds that decide the state. */
export type Standing =
  | 'granted'
  | 'lapsed_fee'
  | 'expired'
  | 'office_action'
  | 'final_action'
  | 'examination'
  | 'published'
  | 'withdrawn'
  | 'deemed_withdrawn'
  | 'refused'
  | 'refused_final'
  | 'appeal'
  | 'not_accepted'
  | 'international'
  | 'entered'
  | 'abandoned'
  | 'deemed_abandoned'
  | 'invalid'
  | 'terminated'
  | 'pending'
  | 'drafting'

// What agencies write of the first, second … action, `一通答复中`, `OA2 response due`: neither before it nor after a later step.
const ACTION = String.raw`(?<![待等无统])([一二三四五六]|(?<![\d./-])[1-6])通(?![知过报道用信前])`
const OA = String.raw`\boa ?[1-9]\b|^oa$|\boa\b.*(response|reply|due|received|issued)|(first|second|third|1st|2nd|3rd) oa\b`
const LATER =
  '授权|有效|下证|领证|终止|放弃|复审|恢复|实审|回案|grant|laps|refus|reject|expir|ceas|terminat|allow|abandon|withdraw|registered|in force|examin'
const REPLIED = String.raw`已(?!发|下发|收|到)|回答复|答复(完|提交|后|日|审查意见)|filed|submitted|\bsent\b|replied|responded`
const BEFORE = String.raw`[未待]下?发|未收到|[待等无].{0,6}\boa|\b(await\w*|waiting|before|no|not|until)\b.*\boa`

// The first matching pattern decides, so the ends of a right precede its other states.
const WORDS: readonly (readonly [RegExp, Standing])[] = [
  [/^(待提交|未提交|待递交|未递交|待申请|未申请|撰写中|拟申请|not (yet )?filed|drafting|to be filed)$/i, 'drafting'],
  // The words of Japan, of which some resemble Chinese ones of another meaning.
  [/拒絶.{0,4}確定/, 'refused_final'],
  [/拒絶理由(?!.*(期限|待|未|前|要|予定)).*(応答|回答|意[見见]书|なし|无し|解消)/, 'examination'],
  [/拒絶理由/, 'office_action'],
  // A pending trial ends neither the application nor the patent.
  [/不服审判(?!.*(期限|前|待|未|予定|不成立|棄却|却下|取下))/, 'appeal'],
  [/拒絶|拒绝査定|不服审判/, 'refused'],
  [/(年金|特许料|登録料).{0,2}(不|未)纳(?!付$)/, 'lapsed_fee'],
  [/満了/, 'expired'],
  [/みなし取下/, 'deemed_withdrawn'],
  [/无効审判(?!.*(无効|(?<!不)成立.*確定))|一部无効/, 'granted'],
  [/取下(?!.*予定)/, 'withdrawn'],
  [/无効/, 'invalid'],
  [/消滅|失効/, 'terminated'],
  [/放棄(?!.*予定)/, 'abandoned'],
  // Before the request for examination, of which each of these words speaks, its deadline runs.
  [/^(?!.*审査请求(済|日|有|あり)).*(未审査|审査[^中]{0,4}未|审査前|审査请求书?の?(前|期限|期间|なし|无|せず|待|予定|要|可|検討|まだ|不|し[てな]))/, 'pending'], // oxfmt-ignore
  [/(特许|登録)査定|审査(请求|待|中)|^审査/, 'examination'],
  [/^(?!.*(済|より)).*((特许料|登録料).{0,3}(纳付|待)|^登録(待|手続|予定))/, 'examination'],
  [/^登録(?!前)|権利(存続|維持)/, 'granted'],
  [/^(未审査|出願(中|済)?)$/, 'pending'],
  // An application of which the office has not decided, although the words name a refusal or a grant.
  [/^(?!.*(abandon|withdraw)).*(reply|response|amendment).*non[- ]?final/i, 'examination'],
  [/^(?!.*(abandon|withdraw)).*non[- ]?final/i, 'office_action'],
  // A reply to it does not end a final action of the United States.
  [/^(?!.*(abandon|withdraw)).*(final (office )?action|after (the )?final|advisory action)/i, 'final_action'],
  [/^(?!.*(abandon|withdraw|final|laps|ceased|expired)).*(reply|response) (filed )?(to|after)/i, 'examination'],
  [/^(?!.*(视为|视撤|失效|终止|放弃|abandon|withdraw|laps))((未|尚未|未获|待|等待|拟)授权|.*(授权(通知|办登|待缴|待办)|not (yet )?(been )?granted|(to be|before) grant(ed)?|notice of allowance|intention to grant)|allowed)/i, 'examination'], // oxfmt-ignore
  [/no opposition (was )?filed/i, 'granted'],
  [/授权后.*放弃/, 'abandoned'],
  [/授权后.*(终止|失效)|^(已)?终止$|granted.*\b(lapsed|expired|ceased)\b(?! on \d)/i, 'terminated'],
  [/pct.*期满/i, 'expired'],
  [/^(pct)?(已)?进入(中国)?(国家阶段|指定国)|^(pct )?(national (phase|stage) entered|entered (the )?national (phase|stage))/i, 'entered'],
  [/^(?!.*(撤回|withdraw|国家阶段.*有效)).*(pct.*(有效|期内|在审|审中|国际|未进入)|国际(阶段|申请|检索|初审)|未进入(国家|指定国)|international (phase|application|stage))/i, 'international'], // oxfmt-ignore
  [/驳回.{0,4}(失效|生效|终局)|失效.{0,4}驳回|refus(ed|al)( is| became)?[\s,;:(-]*final/i, 'refused_final'],
  [/全部无效|全部撤销|宣告无效|无효심결|무효|revoked|invalidated|whole.*invalid/i, 'invalid'],
  [/未缴年费|年费终止|未缴费|등록료\s*불납|소멸\(등록료|expired.*fee|non-?payment|fee related|lapsed.*fee/i, 'lapsed_fee'],
  [/期限届满|届满|到期|존속기간\s*만료|^expired$|expir(y|ed).*(term|lifetime)|lifetime/i, 'expired'],
  [/权利恢复|恢复权利|reinstat|restor/i, 'granted'],
  [/^(无效|无权|失效|已失效)$|权利终止|专利权的?终止|失效|소멸|포기소멸|^lapsed|ceased|terminated|inactive/i, 'terminated'],
  [/避免重复授权|放弃专利权|主动放弃|放弃-未指定|등록포기|surrender/i, 'abandoned'],
  [/视为放弃|视为未缴|deemed.*abandon/i, 'deemed_abandoned'],
  [/视为撤回|视撤|취하간주|간주취하|deemed.*withdrawn/i, 'deemed_withdrawn'],
  [/撤回|撤销申请|취하|withdrawn|withdrawal/i, 'withdrawn'],
  [/^(已)?放弃|포기|abandon/i, 'abandoned'],
  [/申请终止/, 'withdrawn'],
  [/不(予)?受理|not accepted/i, 'not_accepted'],
  [/驳回|거절|refus|reject/i, 'refused'],
  [new RegExp(`^(?!.*(${LATER}|[未待]答复))([^通]*${ACTION}[^通]{0,4}(已|回)答复|[^通]*已答复.{0,4}${ACTION})[^通]*$`, 'i'), 'examination'],
  [/^(?=.*[待办中])待?(办理?)?登记(手续)?(办理)?中?$/, 'examination'],
  [new RegExp(`^(?!.*(${LATER}|${REPLIED}|${BEFORE})).*(${ACTION}|${OA})`, 'i'), 'office_action'],
  [/^(?!.*答复审查意见|.*(已|回)答复).*(审查意见|待答复|拒绝理由|의견제출통지|office action)/i, 'office_action'],
  [/授权|有效|维持|^有权$|已下证|下证|领证|등록|granted|in force|^active$|^alive$|registered|issued|patented/i, 'granted'],
  [/实质审查|实审|进入审查|审查中|答复审查意见|심사중|심사청구|examination/i, 'examination'],
  [/公开|公布|공개|published|publication/i, 'published'],
  [/审中|受理|申请中|在审|在申请|已提交|已递交|已申请|初审|待审|출원|pending|filed|application/i, 'pending'],
]

/** The standing in the words; later remarks (`授权 | 权利转移`) do not change it. */
export function standingOf(given: string): Standing | undefined {
  const text = simplified(given)
  const parts = text.split(/[|｜]/).map((part) => part.trim())
  for (const part of parts) {
    const found = WORDS.find(([words]) => words.test(part))
    if (found) return found[1]
  }
  return undefined
}
