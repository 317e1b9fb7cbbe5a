// The traditional characters of headings, states and countries, each followed by its simplified one.
const PAIRS =
  '專专號号請请發发權权類类國国際际優优開开審审駁驳狀状態态續续費费繳缴證证書书資资訊讯編编碼码稱称標标題题譯译機机構构師师負负責责門门區区進进階阶級级檢检單单屆届滿满終终撤撤無无設设計计實实質质議议約约條条項项數数頁页圖图說说員员團团織织業业產产廠厂學学術术領领備备註注關关聯联鍵键詞词據据庫库來来時时間间轉转讓让許许質质押押變变動动記记錄录內内務务價价維维護护復复獻献圍围頒颁佈布與与貢贡獻献韓韩臺台灣湾羅罗蘭兰愛爱爾尔歐欧紐纽蘇苏檔档處处廳厅屬属協协辦办薦荐選选擇择簽签訂订聽听觸触電电郵邮聯联絡络銷销別别種种義义啟启繼继華华東东島岛亞亚麗丽奧奥馬马賓宾緬缅聖圣諾诺倫伦薩萨納纳'

const SIMPLE = new Map<string, string>()
const letters = [...PAIRS]
for (let at = 0; at + 1 < letters.length; at += 2) SIMPLE.set(letters[at] ?? '', letters[at + 1] ?? '')

/** Converts headings and technical terms to simplified characters; other characters stay. */
export const simplified = (text: string) => text.replace(/\p{Script=Han}/gu, (letter) => SIMPLE.get(letter) ?? letter)
