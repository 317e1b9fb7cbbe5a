import { READERS, list, type SeedMenu } from './seed-menu.ts'

/** What everybody has at hand: their day, their tasks, the news. */
export const DAILY: readonly SeedMenu[] = [
  { code: 'home', name: '首页', name_en: 'Home', icon: 'home', path: '/home' },
  { code: 'my_items', name: '我的事项', name_en: 'My items', icon: 'todo', path: '/my-items' },
  { code: 'tasks', name: '待办任务', name_en: 'Tasks', icon: 'task', path: list('task'), roles: [...READERS, 'inventor'] },
  { code: 'approvals', name: '待办审批', name_en: 'Approvals', icon: 'task', path: '/approvals' },
  {
    code: 'cms',
    name: '公告',
    name_en: 'News',
    icon: 'cms',
    path: list('announcement'),
    roles: [...READERS, 'inventor'],
  },
]
