import type { PaginationProps } from 'antd'
import { cloneElement, isValidElement } from 'react'
import { useWords } from '../../words/language.ts'

type PageItem = NonNullable<PaginationProps['itemRender']>

/** The arrows between pages have no words of their own. */
export function usePageItem(): PageItem {
  const { t } = useWords()
  return (_, type, item) =>
    (type === 'prev' || type === 'next') && isValidElement<{ 'aria-label'?: string }>(item)
      ? cloneElement(item, { 'aria-label': t(type === 'prev' ? 'pages.previous' : 'pages.next') })
      : item
}
