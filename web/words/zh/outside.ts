import locale from 'antd/es/locale/zh_CN'
import 'dayjs/locale/zh-cn'
import { zh } from './zh.ts'

/** The words before login and the words of the component library, loaded as one file. */
export const outside = { words: zh, locale }
