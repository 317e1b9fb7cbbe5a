import { OFFICES } from '../../cases/numbers/offices.ts'
import { listOf } from './cell.ts'

/** A person or firm in a list, with the country that the list states beside the name. */
export type Person = { name: string; country?: string }

/** What a source writes between people, where it is always the same. */
export type Between = ';' | ';;'

/** The people of a cell, without addresses and countries. */
export function peopleOf(text: string, between?: Between): Person[] {
  const names = between === ';' ? separated(text) : namesOf(between === ';;' ? `${text};;` : text)
  // DE also ends a name: VLEESCHOUWER LUC DE.
  const isCoded = names.length > 0 && names.every((name) => BARE_COUNTRY.test(name)) && !(names.length === 1 && text.trim().endsWith(' DE'))
  return unique(names.map((name) => withoutCountry(name, isCoded)))
}

/** Names: also separated by commas and other marks, where these cannot be part of one name ("Apple, Inc."). */
export function namesOf(given: string): string[] {
  const text = joined(unnumbered(given))
  const parts = partsOf(text).flatMap((part) => (CJK.test(part) ? [part] : part.split(/\s+[/／]\s+(?![A-Za-z]\.?\s*(?:[,，[(（]|$))/)))
  const names = parts.flatMap((part) => (CJK.test(part) ? inAsia(part) : elsewhere(part, parts.length > 1)))
  return [...new Set(names.map((name) => tidy(name.replaceAll(JOINT, ' '))).filter((name) => name !== ''))]
}

/** In a list of natural persons `&` and “and” separate: `John Smith, Jane Doe & Max Roe` and `Smith, John & Doe, Jane`. Names of firms contain them. */
export function withoutAnd(text: string): string {
  const parts = text.split(/\s*[,，、]?\s+(?:&|＆|and|und|et)\s+/i)
  if (parts.length < 2 || parts.some((part) => COMPANY.test(part) || ENDS_LEGAL.test(part))) return text
  const names = parts.map((part) => suffixed(part.split(/[,，]/).map((name) => name.trim())))
  if (names.every((some) => some.every((name) => PERSON.test(name) || ASIAN.test(name)))) return names.flat().join('; ')
  // The surname first, in each of them: several in one part are told apart where each surname is one word.
  const areInverted = names.every((some) => some.length % 2 === 0 && (some.length === 2 || some.every((name, at) => at % 2 > 0 || !/\s/.test(name))))
  return areInverted ? names.flatMap((some) => pairs(some)).join('; ') : text
}

const ASIAN = /^\p{Script=Han}{2,4}$/u

const pairs = (names: readonly string[]) => names.flatMap((name, at) => (at % 2 === 0 ? `${name}, ${names[at + 1]}` : []))

/** Commas are part of names here: `VINEGAR, Harold, J. ;ELBEX AMERICA (NY), INC.` are two. */
const separated = (text: string) => [...new Set((pairsOf(text) ?? text.split(';')).map((name) => tidy(name)))].filter((name) => name !== '')

/** Replaces a blank within one name. */
const JOINT = '\uE000'
const MARKS = /([;；,，、|｜\n])/

/** In a list of marks, `山田 太郎, John Smith`, the blank separates surname and name. */
function joined(text: string): string {
  const pieces = text.split(MARKS)
  const spaced = pieces.map((piece) => piece.trim()).filter((piece) => SPACED.test(piece))
  if (spaced.length === 0 || (pieces.length === 1 ? !isJapanese(text.trim()) : areChinese(spaced))) return text
  return pieces.map((piece) => (SPACED.test(piece.trim()) ? piece.trim().replace(/[ \u3000]+/, JOINT) : piece)).join('')
}

const SPACED = /^\p{Script=Han}{1,3}[ \u3000]+\p{Script=Han}{1,3}$/u

/** Of `张伟 李强，王芳 刘洋` most parts begin with a surname of China: each is a person. */
const areChinese = (pieces: readonly string[]) => {
  const parts = pieces.flatMap((piece) => piece.split(/[ \u3000]+/))
  const isOf = (part: string) => part.length > 1 && (SURNAMES.has(part.charAt(0)) || DOUBLE.test(part))
  return parts.filter(isOf).length > parts.length / 2
}

/** `架空 太郎` alone; `张三 李四` and a list with one rare surname are two people. */
function isJapanese(text: string): boolean {
  const [surname = '', given = ''] = text.split(/[ \u3000]+/)
  const isChinese = (part: string) => SURNAMES.has(part.charAt(0)) || DOUBLE.test(part)
  return !isChinese(given) && (!isChinese(surname) || /[郎彦夫介助輔子]$/.test(given))
}

const DOUBLE = /^(?:欧阳|歐陽|上官|司马|司馬|诸葛|諸葛|夏侯|皇甫|尉迟|尉遲|公孙|公孫|慕容|令狐|司徒|端木)./

// The hundred commonest, in both writings.
const SURNAMES = new Set(
  '王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩邓冯曹彭曾肖田董潘袁蔡蒋余于杜叶程魏苏吕丁任卢姚沈钟姜崔谭陆范汪廖石金韦贾夏付方邹熊白孟秦邱侯江尹薛闫段雷龙黎史陶贺毛郝顾龚邵万覃武钱戴严莫孔向常' +
    '張劉陳楊黃趙吳孫馬羅鄭謝許韓鄧馮蔣葉蘇呂盧鍾譚陸韋賈鄒閆龍賀顧龔萬錢嚴',
)

/** `1.张三 2.李四`, `①张三②李四` */
function unnumbered(text: string): string {
  if (/^\s*①.*②/su.test(text)) return text.replace(/[①-⑳]/g, ';')
  const isNumbered = /^\s*[(（]?1[.．、)）]\s*[^\d\s].*[^\d][(（]?2[.．、)）]\s*[^\d\s]/su.test(text)
  return isNumbered ? text.replace(/(?<!\d)[(（]?\d{1,2}[.．、)）]\s*(?=[^\d\s])/g, ';') : text
}

/** `KRESS; ROBERT W.;;STUMP; JOSEPH W.` are two: the surname comes first, and a stronger mark or an initial tells. */
function partsOf(text: string): string[] {
  if (text.includes(';;')) return text.split(';;').flatMap((part) => surnameFirst(part))
  return pairsOf(text) ?? listOf(text)
}

/** `BRUMMETT; BARRY J.;STOERCK; THOMAS H.` are two: in each pair the second has an initial. */
function pairsOf(text: string): string[] | undefined {
  const parts = text.split(';').map((part) => part.trim())
  const people = parts.flatMap((surname, at) => (at % 2 === 0 ? [`${surname}; ${parts[at + 1] ?? ''}`] : []))
  const areAll = people.every((one) => WITH_INITIAL.test(one) && !ENDS_LEGAL.test(one.replace(/;.*/, '')))
  return areAll ? people.map((one) => one.replace('; ', ', ')) : undefined
}

const SURNAME_FIRST = /^([\p{Lu}'’-]{2,}(?:, (?:JR|SR|II|III)\.?)?); ([\p{Lu}'’-]+\.?(?: [\p{Lu}'’-]+\.?)*)$/u
const WITH_INITIAL = /^([\p{Lu}'’-]{2,}(?:, (?:JR|SR|II|III)\.?)?); ([\p{Lu}'’-]+(?: \p{Lu}\.)+)$/u

function surnameFirst(part: string): string[] {
  const [, surname, given] = SURNAME_FIRST.exec(part.trim()) ?? []
  return surname && given && !ENDS_LEGAL.test(surname) && !ENDS_LEGAL.test(given) ? [`${surname}, ${given}`] : listOf(part)
}

const CJK = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** After a firm’s name: its postcode and address, or a labelled address. */
const ADDRESS = /\s*(?:[,，;；]?\s*(?:地址|住所|주소|住址|address)\s*[:：].*|(?<=公司|大学|学院|研究所|研究院)\s+\d{6}\s*\S.*)$/isu

const tidy = (name: string) =>
  name
    .replace(ADDRESS, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(?<![,，、])[,，、]+$/, '')

// China, Japan, Korea.

const FIRM = /(公司|大学|学院|学校|研究所|研究院|研究中心|医院|集团|株式会社|工厂|厂|委员会|주식회사|\(주\)|㈜|대학교|산학협력단|연구원|法人)$/u
const LEGAL =
  /^(株式会社|有限会社|有限公司|주식회사|유한회사|아이엔씨\.?|엘엘씨\.?|엘티디\.?|(co|inc|ltd|llc|corp|gmbh|ag|s\.?a|b\.?v|n\.?v|l\.?p|kg|plc|limited|incorporated)\.?)$/iu

/** Puts a semicolon after a share or an addition in brackets, `张三(60), 李四`; `Parker Filtration (US), Inc.` is one name. */
export const separatedAfterBrackets = (text: string) =>
  text.replace(/(?<=[%％)）\]】])\s*[,，、/／]\s*(?=([^,，、;；\n]*))/g, (mark: string, next: string) => (LEGAL.test(next.trim()) ? mark : ';'))

/** No name here contains a comma; a dot in the middle joins the parts of a foreign name. */
function inAsia(text: string): string[] {
  if (FAMILY_COMMA.test(text)) return [text]
  const parts = gathered(text.split(/[,，、]/)).flatMap((part) => ampersand(part))
  return parts.flatMap((part) => dots(part)).flatMap((part) => blanks(part))
}

/** A foreign name in Korean letters, `하인, 로저 지.`: the initial at its end shows that the comma is within it. */
const FAMILY_COMMA = /^\p{Script=Hangul}+, \p{Script=Hangul}+ \p{Script=Hangul}\.$/u

/** `甲公司&乙大学`, `张三&李四`; a firm may also have the sign in its name. */
function ampersand(text: string): string[] {
  const parts = text.split(/\s*[&＆]\s*/)
  const isName = (part: string) => FIRM.test(part) || /^\p{Script=Han}{2,4}$/u.test(part) || /^\p{Script=Hangul}{2,4}$/u.test(part)
  return parts.length > 1 && parts.every(isName) ? parts : [text]
}

/** Korean lists have the dot between names; between firms it separates in every language. */
function dots(text: string): string[] {
  const parts = text.split(/\s*[·•・‧]\s*/)
  if (parts.length < 2) return [text]
  const isList =
    parts.every((part) => FIRM.test(part)) ||
    parts.every((part) => /^\p{Script=Hangul}{2,4}$/u.test(part)) ||
    (/[・]/.test(text) && parts.every((part) => /^\p{Script=Han}{3,5}$/u.test(part)))
  return isList ? parts : [text]
}

/** 张三 李四，张三/李四 */
function blanks(text: string): string[] {
  const short = text.trim().split(/[\s/／]+/)
  if (short.length > 1 && short.every((name) => /^\p{Script=Han}{2,4}$/u.test(name))) return short
  if (short.length > 1 && short.every((name) => /^[\p{Script=Han}()（）]{2,}(有限|责任)公司$/u.test(name))) return short
  const firms = text.split(/[/／]/).map((name) => name.trim())
  return firms.length > 1 && firms.every((name) => /^[\p{Script=Han}()（）]{3,}$/u.test(name)) ? firms : [text]
}

// Elsewhere.

const COMPANY = /\b(inc|ltd|llc|corp|co|gmbh|ag|kg|sa|bv|nv|plc|company|limited|university|institute|systems?|technolog(y|ies))\b\.?/i
const ENDS_LEGAL =
  /\b(inc|ltd|llc|llp|lp|corp|corporation|incorporated|co|gmbh|ag|kg|plc|limited|company|n\.?v|b\.?v|s\.?a|s\.?p\.?a|s\.?a\.?s|a\/?s|ab|oy|k\.?k)\.?$/i

/**
 * `Apple, Inc.` and `Smith, John` are one name; `John Smith, Jane Doe` and `A Co., Ltd., B Inc.` are two. In a list that semicolons
 * separate, commas stand within the names of people: `AGUERA Y ARCAS, Blaise H.`.
 */
function elsewhere(text: string, isListed: boolean): string[] {
  const raw = suffixed(text.split(/[,，、]/).map((part) => part.trim()))
  const parts = gathered(raw)
  const [first = ''] = parts
  const rest = parts.slice(1)
  const isFirm = ENDS_LEGAL.test(first) || /\sSE$/.test(first) // the European company; in small letters it is no form
  if (rest.length > 0 && isFirm && rest.some((part) => /\d/.test(part)) && !rest.some((part) => ENDS_LEGAL.test(part))) return [first] // the address
  const areFirms = parts.length > 1 && parts.every((part) => ENDS_LEGAL.test(part))
  const isOne = isListed || (raw.length === 2 && /^[^\p{Ll}]+$/u.test(raw[0] ?? '') && /\p{Ll}/u.test(raw[1] ?? ''))
  const arePeople = !isOne && raw.length > 1 && raw.every((part) => PERSON.test(part) && !COMPANY.test(part))
  // No name is so long: one damaged or uncommon name among them does not make a list one name.
  const areMany = text.length > 100 && raw.length > 3 && !raw.some((part) => /\d/.test(part) || COMPANY.test(part) || ENDS_LEGAL.test(part))
  const names = text.includes('、') ? text.split('、').map((part) => part.trim()) : areFirms ? parts : arePeople || areMany ? raw : [text]
  return names.flatMap(together)
}

/** Two words or more. A damaged file has other signs for letters: `Jonas SJí_BERG`, `Johan Hultí©n`. */
const PERSON = /^(?![^\p{L}]*$)[^\s\d&()（）]+(\s+[^\s\d&()（）]+)+(, \w+\.?)?$/u

/** `John Vincent Bond, III, Gerald Engelman` are two. */
function suffixed(parts: readonly string[]): string[] {
  const names: string[] = []
  for (const part of parts) {
    if (names.length > 0 && /^(jr|sr|ii|iii|iv)\.?$/i.test(part)) names.push(`${names.pop()}, ${part}`)
    else names.push(part)
  }
  return names
}

/** `A Inc. & B Ltd.` are two, `Procter & Gamble` and `A GmbH & Co KG` are one. */
function together(text: string): string[] {
  const parts = text.split(/\s+(?:&|and)\s+/i)
  return parts.length > 1 && parts.every((part) => ENDS_LEGAL.test(part) && part.split(/\s+/).length > 1 && !/^(co|cie)\b/i.test(part))
    ? parts
    : [text]
}

/** Puts a part that is only a form of company back to the name before it. */
function gathered(parts: readonly string[]): string[] {
  const names: string[] = []
  for (const part of parts.map((one) => one.trim()).filter((one) => one !== '')) {
    const last = names.length - 1
    if (last >= 0 && LEGAL.test(part)) names[last] = `${names[last]}, ${part}`
    else names.push(part)
  }
  return names
}

// Codes that are no syllable of a name in Latin letters, as LI, MA and SO are.
const BARE_COUNTRY = /^[^\p{Ll}]{4,} (US|JP|DE|FR|GB|KR|CN|CA|CH|NL|AT|DK|CZ|TW|HK|SG|PL|PT|BR|MX|NZ)$/u
const BRACKETED = /\s*[[(（【]([A-Z]{2})[\])）】]$/

/** `KEMPF DALE J [US]`; without brackets only where every name of the cell ends so. */
function withoutCountry(name: string, isCoded: boolean): Person {
  const code = BRACKETED.exec(name)?.[1]
  if (code && OFFICES.has(code) && code.length < name.length) return { name: name.replace(BRACKETED, ''), country: code }
  const bare = isCoded ? BARE_COUNTRY.exec(name)?.[1] : undefined
  return bare ? { name: name.slice(0, -3), country: bare } : { name }
}

/** The number that another system has given to an applicant: `华为技术有限公司(HW001)`, `ACME Corp. [C0012]`. A year is part of a name. */
const PARTY_CODE = /(?<=\S)\s*[[(（【](?!(?:19|20)\d{2}[\])）】])(?:[A-Z]{1,5}[-_]?\d{2,12}|\d{4,12})[\])）】]$/i

export const withoutPartyCode = (name: string) => name.replace(PARTY_CODE, '')

function unique(people: readonly Person[]): Person[] {
  return people.filter(({ name }, at) => name !== '' && people.findIndex((one) => one.name === name) === at)
}
