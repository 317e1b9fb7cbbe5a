export const exportZh = {
  'import.open': '导入',
  'import.reason': '原因',
  'export.title': '导出{{name}}（{{count}} 条）',
  'export.start': '开始导出',
  'export.columns': '已选 {{count}} 列',
  'export.all': '全选',
  'export.asListed': '与列表相同',
  'export.format': '文件格式',
  'export.xlsx': 'Excel（.xlsx）',
  'export.csv': 'CSV（UTF-8）',
  'export.most': '一次最多 {{max}} 行。',
  'export.goesOn': '按当前条件导出。在后台进行，完成后提示下载，也可在“任务进度”中找到。',
} as const
