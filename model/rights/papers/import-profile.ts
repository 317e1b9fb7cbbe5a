import { listOfCases } from '../../import/import-profile.ts'
import { numberFaults } from '../../kit/identity/number-forms.ts'

/** Lists of citation databases. */
export const importProfile = listOfCases({
  headings: {
    title: ['论文题目', '论文名称', '题名', '篇名', 'title', 'article title', 'document title'],
    authors_said: ['authors_as_cited', 'authors as cited', '作者署名'],
    authors: ['作者', '作者姓名', 'authors', 'author'],
    journal: ['期刊', '刊名', '来源', '文献来源', '会议名称', 'journal', 'source title', 'publication title'],
    publish_date: ['发表日期', '发表时间', '出版日期', 'date', 'publication date', 'published'],
    volume: ['卷', '卷号', 'volume'],
    issue: ['期', '期号', 'number', 'issue'],
    pages: ['页码', '起止页', 'pages'],
    issn: ['issn'],
    doi: ['doi'],
    related_cases: ['cited_in_patent', '相关专利', 'related patent'],
    impact_factor: ['影响因子', 'impact factor', 'if'],
  },
  // An import cannot change the review of an existing paper.
  kept: ['data_source', 'secrecy_review'],
  readRow(_model, _cells, { values, notes }) {
    // A misprinted number in a database does not exclude a paper.
    for (const code of ['issn', 'doi'] as const) {
      const text = values[code]
      if (typeof text !== 'string' || numberFaults(code, text).length === 0) continue
      notes.push([`${code.toUpperCase()} “${text}”无效，未导入`, `The ${code.toUpperCase()} “${text}” is not valid and was left out`])
      delete values[code]
    }
    const isOut = values.publish_date !== undefined || values.doi !== undefined
    values.status ??= isOut ? 'PUBLISHED' : values.accept_date ? 'ACCEPTED' : 'DRAFT'
    if (values.status !== 'DRAFT') values.secrecy_review ??= 'PASSED'
  },
})
