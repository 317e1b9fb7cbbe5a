/** Fields of a disclosure that are filled from the text of a document. */
export const READ_FIELDS = ['title', 'title_en', 'background', 'prior_art', 'problem', 'solution', 'effect', 'key_points', 'alternatives'] as const
export type ReadField = (typeof READ_FIELDS)[number]

/** Headings as the forms of companies and agencies print them, without numbering and empty words. */
const HEADINGS: Readonly<Record<ReadField | 'other', RegExp>> = {
  title:
    /^(?:(?:发明|提案|专利|技术|方案|项目|申请|实用新型|产品|交底书?)(?:创造)?的?(?:名称|题目)|名称|题目|title(?: of (?:the )?(?:invention|disclosure|idea))?|(?:invention|disclosure|working) title|name of (?:the )?invention)$/,
  title_en: /^(?:(?:发明|提案)?(?:名称|题目)?(?:的?英文(?:名称)?|[(（]英文[)）])|english title|title in english)$/,
  background:
    /^(?:技术背景|背景技术|背景|所属技术领域(?:和|及|与)背景技术|背景技术(?:和|及|与)(?:存在的问题|现有技术)|(?:technical )?background(?: (?:art|of (?:the )?(?:invention|technology|idea)))?)$/,
  prior_art:
    /^(?:(?:已知)?(?:最接近的?|相关的?|已有的?)?(?:现有|已有|对比)(?:技术|方案)(?:方案|文献|及其?缺点)?|(?:closest |known |related )?(?:known )?prior art(?: known to you)?|state of the art|related (?:art|work))$/,
  problem:
    /^(?:(?:所?要|想要|拟|需要?)?解决的?(?:主要)?(?:技术)?问题|技术问题|发明目的|目的|(?:现有技术)?存在的?(?:技术)?(?:问题|缺点|不足|缺陷)|现有技术的?(?:问题|缺点|不足|缺陷)(?:和不足)?|(?:technical )?problems?(?: (?:to be solved|solved|addressed))?|objects?(?: of (?:the )?invention)?|drawbacks of the prior art)$/,
  solution:
    /^(?:(?:具体|详细|完整)?(?:的)?技术方案(?:(?:的)?(?:详细|具体)?(?:说明|描述|阐述|介绍))?|发明内容|方案(?:描述|说明|内容|详述)|解决方案|具体实施(?:方式|例|方案)?|实施(?:方式|例)|(?:technical |proposed |our )?solutions?|summary(?: of (?:the )?invention)?|(?:detailed )?description(?: of (?:the )?(?:invention|solution|embodiments?|idea))?|(?:the )?invention|how it works|embodiments?)$/,
  effect:
    /^(?:(?:有益|技术|有益的?技术|预期)(?:的)?效果|(?:优点|优势|效果|有益效果)(?:(?:和|及|与)(?:效果|优势|优点|有益效果))?|(?:technical |beneficial )?(?:effects?|advantages|benefits)(?: of (?:the )?(?:invention|solution))?|advantages over (?:the )?prior art)$/,
  key_points:
    /^(?:(?:关键|创新|发明|改进|技术要?)点(?:(?:和|及|与|、|[/／])(?:(?:欲|拟|要求)?保护点|创新点))?|(?:技术)?(?:关键点|创新点|要点)|(?:欲|拟|要求|希望|想要)?保护(?:点|的?(?:内容|范围|要点))|(?:(?:key|novel|inventive|main) )?points?(?: of (?:novelty|the invention))?|novelty|novel features|key (?:features|ideas?)|what is new|points? to be protected)$/,
  alternatives:
    /^(?:(?:其他|可选的?|其它)?(?:替代|变形|替换)(?:技术)?(?:方案|例|实施例|方式)|是否有(?:其他)?替代方案|alternatives?(?: (?:solutions?|embodiments?|designs?))?|variations?|variants?|modifications?)$/,
  other:
    /^(?:附图(?:(?:及|和)?(?:其)?说明)?|图(?:示|纸)|权利要求(?:书)?|参考文献|摘要|(?:说明书)?摘要附图|关键词|检索(?:情况|结果|关键词|报告)?|联系(?:人|方式|电话)|(?:第[一二三]|主要|全体)?(?:发明|设计|申请)人(?:信息|姓名)?|部门|日期|签字|备注|其他|其它|技术领域|所属(?:技术)?领域|公开情况|实施情况|术语(?:解释|定义)?|缩略语|谢谢|目录|drawings?|(?:brief )?description of (?:the )?(?:drawings?|figures?)|figures?|claims?|references?|abstract|keywords?|inventors?(?: names?)?|applicants?|contacts?|department|date|remarks?|technical field|field(?: of (?:the )?invention)?|glossary|terms|appendix|agenda|contents|thank you|q ?& ?a)$/,
}

const NUMBERING =
  /^\s*(?:[#*•●■◆▪·\-–—]+\s*)?(?:第[一二三四五六七八九十]+[章节部分]+[、.．:：]?|[(（【[]?\s*(?:[一二三四五六七八九十]{1,3}|\d{1,2}(?:\.\d{1,2}){0,2}|[ivx]{1,4}|[a-h])\s*(?:[)）】\]]|[、.．](?!\d))\s*|\d{1,2}(?:\.\d{1,2}){1,2}\s+)?\s*/i
const EMPTY_START =
  /^(?:请?(?:简要|详细|具体)?(?:描述|说明|介绍|填写|写明)?(?:一下)?(?:本|该|此|这项|您的?)?(?:发明|提案|申请|方案|技术|实用新型|专利)?(?:创造)?的(?=.{2})|请?(?:简要|详细)(?:描述|说明|介绍)|本(?:发明|提案|申请|方案|实用新型)(?=.{2})|(?:the|your|our|brief) )/i
const REMARK = /\s*[(（【[][^()（）【】[\]]{0,120}[)）】\]]\s*/g
// Limit of a heading, including its remark in brackets.
const MAX_HEADING_CHARS = 180
const MAX_SHOWN_CHARS = 60

export type Heading = { field: ReadField | 'other'; words: string; rest: string }

/** Whether a line is a heading, alone or before its text. */
export function headingOf(line: string): Heading | undefined {
  const bare = line.trim().replace(NUMBERING, '')
  const at = bare.search(/[:：]|\s{2,}|\t/)
  const words = (at >= 0 ? bare.slice(0, at) : bare).trim()
  if (words === '' || words.length > MAX_HEADING_CHARS) return undefined
  const field = fieldOf(words)
  return (
    field && {
      field,
      words: words.slice(0, MAX_SHOWN_CHARS),
      rest:
        at >= 0
          ? bare
              .slice(at)
              .replace(/^[:：\s]+/, '')
              .trim()
          : '',
    }
  )
}

function fieldOf(words: string): Heading['field'] | undefined {
  const plain = words.normalize('NFKC').replace(REMARK, '').replace(/[*＊?？.。,，;；]+$/u, '').replace(/\s+/g, ' ').trim().toLowerCase() // oxfmt-ignore
  const forms = [words.trim().toLowerCase(), plain, plain.replace(EMPTY_START, ''), plain.replace(/(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, '')]
  const fields = Object.keys(HEADINGS) as Heading['field'][] // its own keys
  for (const form of forms) for (const field of fields) if (HEADINGS[field].test(form)) return field
  return undefined
}

/** A numbered heading of the first order whose words are not known ends the section before it. */
export const isTopHeading = (line: string) =>
  /^\s*[一二三四五六七八九十]{1,3}\s*[、.．]\s*\S/.test(line) && line.trim().length <= 40 && !/[。；;]$/.test(line.trim())
