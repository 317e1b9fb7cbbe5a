import locale from 'antd/es/locale/en_US'
import { en } from './en.ts'

/** The words before login and the words of the component library, loaded as one file. */
export const outside = { words: en, locale }
