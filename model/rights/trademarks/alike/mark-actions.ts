import { defineAction } from '../../../kit/action.ts'
import { decimal, link, option, options, rows, string } from '../../../kit/fields.ts'
import { LIKENESS } from './mark-likeness.ts'

/** Asked while a mark is being entered. */
export const markAlikes = defineAction({
  model: 'trademark',
  name: 'alikes',
  zh: '文字或读音与此相同、相近，本人可见的商标',
  en: 'Marks with the same or similar words or sound that the caller may see',
  body: {
    title: string('商标名称', 'Mark', { max: 255 }),
    title_en: string('英文名称', 'English name', { max: 255 }),
    classes: options('类别', 'Classes', {
      free: true,
      max: 45,
      pattern: '^[1-9][0-9]?$',
      pattern_says: ['应为类别号', 'must be numbers of classes'],
    }),
    sid: link('商标本身', 'The mark itself', { to: 'trademark' }),
  },
  answer: {
    record: rows('商标', 'Marks', {
      mark_sid: link('商标', 'Mark', { to: 'trademark' }),
      case_no: string('案号', 'Case no.', { nullable: true }),
      title: string('名称', 'Mark', { nullable: true }),
      country: string('国家/地区', 'Country', { nullable: true }),
      classes: options('类别', 'Classes', { free: true }),
      how: option('相似之处', 'How it is alike', LIKENESS),
      sound: string('读音', 'Sound', { nullable: true }),
      likeness: decimal('相似度', 'Similarity', { digits: 2 }),
      where: option('类别关系', 'Classes of both', {
        SAME: ['同类', 'Same class'],
        RELATED: ['相关类', 'Related class'],
        ANY: ['未定类别', 'No class given'],
      }),
    }),
  },
  permission: 'search',
})
