import { date, integer, link, links, option, options, rows, string, text } from '../../kit/fields.ts'
import { defineModel, type Row } from '../../kit/model.ts'

/** A stored set of publications: the result of a query, or a manual collection. */
export const searchLibrary = defineModel({
  name: 'search_library',
  zh: '检索库',
  en: 'Search library',
  display: ['lib_name'],
  visibility: { self: ['manager_sid', 'reader_sids', 'created_by'], department: ['department_sid'] },
  groups: { library: ['检索库', 'Library'], items: ['文献', 'Publications'] },
  natural_keys: { by: [['lib_name']] },
  indexes: ['lib_name', 'manager_sid', 'last_update'],
  fields: {
    lib_name: string('名称', 'Name', { required: true, unique: 'company', searchable: true, list: true, max: 120, group: 'library' }),
    lib_type: option(
      '类型',
      'Type',
      { QUERY: ['检索式', 'Query'], SET: ['专题集', 'Collection'] },
      { required: true, default: 'SET', searchable: true, list: true, group: 'library' },
    ),
    query: text('检索式', 'Query', { max: 5000, full_text: true, required_when: { lib_type: ['QUERY'] }, group: 'library' }),
    database: string('数据库', 'Database', { max: 120, searchable: true, list: true, group: 'library' }),
    request_sid: link('来源检索申请', 'From the search request', { to: 'retrieval_request', searchable: true, group: 'library' }),
    tech_node_sids: links('技术分类', 'Technical nodes', { to: 'tech_node', searchable: true, max: 50, group: 'library' }),
    manager_sid: link('管理人', 'Managed by', {
      to: 'user_info',
      required: true,
      default: 'me()',
      searchable: true,
      list: true,
      group: 'library',
      responsibility: { group: 'libraries' },
    }),
    reader_sids: links('可查看的人', 'Readers', { to: 'user_info', max: 100, searchable: true, group: 'library' }),
    department_sid: link('所属部门', 'Department', { to: 'department', searchable: true, default: 'my_department()', group: 'library' }),
    last_update: date('最近更新日', 'Last updated', { searchable: true, list: true, past: true, group: 'library' }),
    items: rows(
      '文献',
      'Publications',
      {
        publication_no: string('公开号', 'Publication no.', { required: true, max: 60 }),
        item_title: string('名称', 'Title', { max: 255 }),
        owner: string('申请人', 'Owner', { max: 255 }),
        pub_date: date('公开日', 'Published on', { past: true }),
        relevance: option('相关度', 'Relevance', { HIGH: ['高', 'High'], MID: ['中', 'Medium'], LOW: ['低', 'Low'] }),
        rating: integer('评分（1–5）', 'Rating (1–5)', { min: 1, max: 5 }),
        note: string('说明', 'Note', { max: 500 }),
      },
      { max: 1000, group: 'items' },
    ),
    tags: options('标签', 'Tags', { free: true, searchable: true, list: true, group: 'library' }),
  },
})

export type SearchLibrary = Row<typeof searchLibrary>
