export const faultsZh = {
  'fault.network': '网络服务异常，请检查网络后重试',
  'fault.busy': '业务处理繁忙，请稍后再试',
  'fault.refresh': '网络繁忙，请刷新重试',
  'fault.server': '服务器错误，请稍后再试',
  'fault.away': '服务异常，请稍后再试',
  'fault.failed': '操作失败',
  'fault.validation': '没有保存，请检查以下内容',
  'fault.timeout': '登录超时，您已退出登录',
  'fault.timeoutHint': '可以留在本页直接登录，已填写的内容不会丢失；也可以前往登录页重新登录。',
  'fault.timeoutStay': '登录后继续当前操作。关闭此窗口可查看或复制页面内容。',
  'fault.copy': '复制错误原文',
  'fault.copied': '已复制错误原文',

  'crash.title': '页面出错了',
  'crash.old': '系统已更新，请刷新页面',
  'crash.kept': '已保存的数据不受影响。刷新后仍然出错时，请把下面的内容发给管理员。',
  'crash.reload': '刷新页面',
  'crash.details': '错误详情',

  'pages.previous': '上一页',
  'pages.next': '下一页',

  'part.loading': '正在加载…',
  'part.dialog': '对话框',
  'part.failed': '这部分内容未能加载',
  'part.kept': '页面和已填写的内容都还在。请检查网络后重试；仍然失败时，请先保存，再刷新页面。',
}
