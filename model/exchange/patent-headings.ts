/** Headings of the exports that patents come in, beside our own labels: Chinese databases, Lens, Google, PATENTSCOPE, KIPRIS, Indian journals. */
export const PATENT_HEADINGS: Readonly<Record<string, readonly string[]>> = {
  case_no: ['案卷号', '我方案号', '内部编号', '内部案号', '案件编号', '我方文号', 'our ref', 'our reference', 'docket no', 'docket number', 'case number', 'reference'],
  title: ['专利名称', '发明名称', '标题', '标题(译)(简体中文)', '标题(中文)', '发明创造名称', '专利标题', 'title of invention', 'invention title', '발명의명칭', '발명의 명칭', '명칭'],
  title_en: ['标题(译)(English)', '标题(译)(英文)', '标题(英文)', '英文标题', 'title (english)', 'english title', '발명의명칭(영문)'],
  patent_type: ['类型', '专利种类', '申请类型', '权利类型', 'patent type', 'right type', 'type of right'],
  country: ['受理局', '国家', '国别', '国家地区', '申请国', '申请国家', '公开国别', '授权机构', 'jurisdiction', 'country', 'country code', 'office', 'authority', '국가'],
  application_no: ['申请号码', '专利申请号', '申请编号', 'application number', 'appl no', 'application id', 'app no', 'serial number', '출원번호'],
  filing_date: ['申请日期', '申请时间', '提交日', 'filing/creation date', 'application date', 'date of application', 'date filed', 'filed', '출원일자', '출원일'],
  publication_no: ['公开号', '公开(公告)号', '公布(公告)号', '公开公告号', '公告号', '文献号', 'publication number', 'id', 'document number', 'pub no', 'patent/publication number', '공개번호'],
  publication_date: ['公开日', '公开(公告)日', '公布(公告)日', '公开公告日', '公告日', '公开日期', 'publication date', 'pub date', 'date of application publication', '공개일자', '공개일'],
  grant_no: ['授权号', '授权公告号码', '授权(公告)号', 'grant number', 'patent number', 'registration number', '등록번호'],
  grant_date: ['授权日', '授权公告日期', '授权日期', '授权(公告)日', 'grant date', 'date of grant', 'issue date', 'registration date', '등록일자', '등록일'],
  patent_no: ['专利号码', '专利证号'],
  applicants: ['申请人', '当前申请(专利权)人', '当前申请人', '专利权人', '当前权利人', '权利人', '申请(专利权)人', '申请(专利权人)', '原始申请(专利权)人', '原始申请人', '第一申请人', 'applicant', 'applicants', 'assignee', 'assignees', 'current assignee', 'original assignee', 'owner', 'owners', 'patentee', 'patentee name', 'proprietor', '출원인', '권리자', '최종권리자'],
  inventors: ['发明人', '发明(设计)人', '设计人', '发明人/设计人', 'inventor', 'inventors', 'inventor/author', '발명자'],
  ipc_main: ['主分类号', 'ipc主分类号', '主ipc', 'main ipc', 'first ipc', '메인ipc'],
  ipc: ['分类号', 'ipc分类号', 'ipc分类', 'ipc', 'ipcr classifications', 'ipc classification', 'international classification', 'ipc분류', 'ipc코드'],
  cpc: ['cpc分类号', 'cpc分类', 'cpc classifications', 'cpc분류'],
  loc: ['洛迦诺分类号', '外观设计洛迦诺分类号', 'locarno classification', 'loc'],
  abstract: ['摘要', '摘要(译)(简体中文)', '摘要(中文)', 'abstract', '요약'],
  claims: ['权利要求书', '权利要求', '首项权利要求', 'claims', '청구항'],
  claims_count: ['权利要求数量', '权利要求个数', 'number of claims', 'claim count', '청구항수', '심사청구항수'],
  legal_status: ['法律状态', '当前法律状态', '法律状态/事件', '专利状态', '简单法律状态', '有效性', '最新法律状态', 'legal status', 'status', 'patent status', '심사진행상태', '법적상태', '등록상태'],
  sub_exam_date: ['심사청구여부(일자)', '심사청구일자', '심사청구일', '提实审日', '实审请求日期', 'examination request date'],
  agency_sid: ['专利代理机构', '代理公司', '代理所', 'agent firm', 'law firm', 'attorney firm'],
  agent_sids: ['代理人', '专利代理人', '专利代理师', 'attorney', 'agent'],
  priorities: ['优先权', '优先权号', '优先权信息', '优先权数据', 'priority', 'priority numbers', 'priority data', 'priority claims', '우선권정보'],
  priority_no: ['优先权号码', '在先申请号', 'priority number', '우선권번호', '우선권주장번호'],
  priority_date: ['优先权日', '最早优先权日期', 'priority date', 'date of priority', '우선권일자', '우선권주장일자'],
  priority_country: ['优先权国家/地区', '优先权国家', 'priority country', '우선권국가', '우선권주장국가'],
  kind_code: ['文献种类', '文献类型代码', '公开类型', 'kind', 'kind code'],
  expiry_date: ['预估到期日', '失效日', '到期日', 'expiry date', 'expiration date', '존속기간만료일'],
  pct_no: ['pct国际申请号', '国际申请号', 'pct number', 'pct application number', '국제출원번호'],
  pct_pub_no: ['pct国际公布号', '国际公布号', 'pct publication number', '국제공개번호'],
  entry_date: ['pct进入国家阶段日', '进入国家阶段日', '进入国家日期', 'national phase entry date'],
} // oxfmt-ignore

/** What an import of patents understands beside the fields themselves. */
export const PATENT_EXTRAS = {
  kind_code: ['文献种类代码', 'Kind code'],
  legal_status: ['法律状态（文字）', 'Legal status in words'],
  priorities: ['优先权（一格多项）', 'Priorities in one cell'],
  priority_no: ['优先权号', 'Priority no.'],
  priority_date: ['优先权日', 'Priority date'],
  priority_country: ['优先权国家', 'Priority country'],
} as const

/** Headings that look like one of ours and mean something else. */
export const NOT_OURS: readonly string[] = [
  '序号', '순번', 'no', '#', 'serial no', 'lens id', 'url', 'result link', 'publication year', 'full text', 'cited count', 'simple family size', 'extended family size',
  'sequence count', 'us classifications', 'pubmed id(s)', 'doi(s)', 'non-patent citations', '同族数', '简单同族专利申请数量', 'inpadoc同族专利申请数量', 'inpadoc法律状态',
  '法律状态日期', '原출원번호', '원출원번호', '원출원일자', '공고번호', '공고일자', 'fp image', 'journal', '被引证次数', '引证次数',
] // oxfmt-ignore
