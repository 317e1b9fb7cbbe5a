import type { Words } from '../../../model/kit/fields.ts'

/** XML that users have of offices, and that holds no table of cases: by what its beginning names. */
const KINDS: readonly (readonly [RegExp, Words])[] = [
  [/<(?:\w+:)?register-(?:documents?|search)[\s>]/, ['欧洲专利登记簿的数据（OPS）', 'data of the European Patent Register (OPS)']],
  [/<(?:\w+:)?(?:world-patent-data|patent-family)[\s>]|<(?:\w+:)?legal[\s>]/, ['欧洲专利局的法律状态或同族数据（OPS）', 'legal status or family data of the EPO (OPS)']],
  [
    /<(?:\w+:)?(?:cn-[\w-]+|application-body|request|claims|description|abstract|drawings|[\p{Script=Han}]*(?:请求书|权利要求书|说明书|摘要|申请文件)[\p{Script=Han}]*)[\s>]/u,
    ['专利申请文件（如国家知识产权局电子申请的 XML）', 'application documents (such as those of electronic filing at CNIPA)'],
  ],
] // oxfmt-ignore

/** Tables and pages in markup, which are read as such. */
const TABLE = /^(?:html|table|workbook|document|worksheet)$/i

/** What such a file is, and which XML is read; undefined for a file that is no XML or a table in XML. */
export function otherXml(start: string): Words | undefined {
  const root = /^[\s\ufeff]*(?:<\?[^>]*\?>\s*|<!--.*?-->\s*|<!doctype[^[>]*(?:\[.*?\])?\s*>\s*)*<(?:[\w.-]+:)?([\p{L}_][\p{L}\d_.-]*)[\s/>]/isu.exec(
    start,
  )?.[1]
  if (root === undefined || TABLE.test(root)) return undefined
  const [zh, en] = KINDS.find(([named]) => named.test(start))?.[1] ?? [`“${root.slice(0, 40)}”类 XML`, `XML of the kind “${root.slice(0, 40)}”`]
  return [
    `是${zh}，不能导入。可导入的 XML：国家知识产权局、美国专利商标局（2005 年起）、欧洲专利局（exchange-documents）和世界知识产权组织公布的专利文献，以及 Excel 保存的 XML 表格；其他内容请整理为 .xlsx 或 .csv 表格`,
    `is ${en}, which is not read. Of XML, patent documents published by CNIPA, the USPTO (from 2005), the EPO (exchange-documents) and WIPO are read, and tables that Excel saves as XML; put other content into a table, .xlsx or .csv`,
  ]
}
