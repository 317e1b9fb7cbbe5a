import { defineAction, SEARCH } from '../../kit/action.ts'

export const searchResources = defineAction({
  model: 'rbac_resource',
  name: 'search_all',
  zh: '全部功能资源',
  en: 'All resources',
  body: SEARCH,
  answer: { page: 'rbac_resource' },
  permission: 'search',
})
