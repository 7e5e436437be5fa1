-- A text as lists search and sort it, as in 0026, and without apostrophes, which many people leave out of a name; `folded` of the contract has the
-- same. Letters of other scripts are listed, because lower() follows the locale of the database.
CREATE OR REPLACE FUNCTION folded(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $folded$
  SELECT CASE WHEN octet_length($1) = length($1) THEN translate(lower($1 COLLATE "C"), '''`', '') ELSE
    replace(replace(replace(replace(replace(replace(replace(replace(translate(regexp_replace(normalize(translate($1, '´', ''), NFKD), '[''`‘’‛ʻʼ′׳\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]', '', 'g'),
      '־״ךםןףץٱٲٳىیةہھۃەک٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹‐‒–—−“”„«»ABCDEFGHIJKLMNOPQRSTUVWXYZÐØðøĐđĦħıŁłŊŦƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǤǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςϏϘϚϜϞϠϢϤϦϨϪϬϮϷϺϽϾϿЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖႠႡႢႣႤႥႦႧႨႩႪႫႬႭႮႯႰႱႲႳႴႵႶႷႸႹႺႻႼႽႾႿჀჁჂჃჄჅჇჍᎠᎡᎢᎣᎤᎥᎦᎧᎨᎩᎪᎫᎬᎭᎮᎯᎰᎱᎲᎳᎴᎵᎶᎷᎸᎹᎺᎻᎼᎽᎾᎿᏀᏁᏂᏃᏄᏅᏆᏇᏈᏉᏊᏋᏌᏍᏎᏏᏐᏑᏒᏓᏔᏕᏖᏗᏘᏙᏚᏛᏜᏝᏞᏟᏠᏡᏢᏣᏤᏥᏦᏧᏨᏩᏪᏫᏬᏭᏮᏯᏰᏱᏲᏳᏴᏵᲉᲐᲑᲒᲓᲔᲕᲖᲗᲘᲙᲚᲛᲜᲝᲞᲟᲠᲡᲢᲣᲤᲥᲦᲧᲨᲩᲪᲫᲬᲭᲮᲯᲰᲱᲲᲳᲴᲵᲶᲷᲸᲹᲺᲽᲾᲿỺỼỾℲↃⰀⰁⰂⰃⰄⰅⰆⰇⰈⰉⰊⰋⰌⰍⰎⰏⰐⰑⰒⰓⰔⰕⰖⰗⰘⰙⰚⰛⰜⰝⰞⰟⰠⰡⰢⰣⰤⰥⰦⰧⰨⰩⰪⰫⰬⰭⰮⰯⱠⱢⱣⱤⱧⱩⱫⱭⱮⱯⱰⱲⱵⱾⱿⲀⲂⲄⲆⲈⲊⲌⲎⲐⲒⲔⲖⲘⲚⲜⲞⲠⲢⲤⲦⲨⲪⲬⲮⲰⲲⲴⲶⲸⲺⲼⲾⳀⳂⳄⳆⳈⳊⳌⳎⳐⳒⳔⳖⳘⳚⳜⳞⳠⳢⳫⳭⳲꙀꙂꙄꙆꙈꙊꙌꙎꙐꙒꙔꙖꙘꙚꙜꙞꙠꙢꙤꙦꙨꙪꙬꚀꚂꚄꚆꚈꚊꚌꚎꚐꚒꚔꚖꚘꚚꜢꜤꜦꜨꜪꜬꜮꜲꜴꜶꜸꜺꜼꜾꝀꝂꝄꝆꝈꝊꝌꝎꝐꝒꝔꝖꝘꝚꝜꝞꝠꝢꝤꝦꝨꝪꝬꝮꝹꝻꝽꝾꞀꞂꞄꞆꞋꞍꞐꞒꞖꞘꞚꞜꞞꞠꞢꞤꞦꞨꞪꞫꞬꞭꞮꞰꞱꞲꞳꞴꞶꞸꞺꞼꞾꟀꟂꟄꟅꟆꟇꟉꟋꟌ꟎Ꟑ꟒꟔ꟖꟘꟚꟜꟵ𐐀𐐁𐐂𐐃𐐄𐐅𐐆𐐇𐐈𐐉𐐊𐐋𐐌𐐍𐐎𐐏𐐐𐐑𐐒𐐓𐐔𐐕𐐖𐐗𐐘𐐙𐐚𐐛𐐜𐐝𐐞𐐟𐐠𐐡𐐢𐐣𐐤𐐥𐐦𐐧𐒰𐒱𐒲𐒳𐒴𐒵𐒶𐒷𐒸𐒹𐒺𐒻𐒼𐒽𐒾𐒿𐓀𐓁𐓂𐓃𐓄𐓅𐓆𐓇𐓈𐓉𐓊𐓋𐓌𐓍𐓎𐓏𐓐𐓑𐓒𐓓𐕰𐕱𐕲𐕳𐕴𐕵𐕶𐕷𐕸𐕹𐕺𐕼𐕽𐕾𐕿𐖀𐖁𐖂𐖃𐖄𐖅𐖆𐖇𐖈𐖉𐖊𐖌𐖍𐖎𐖏𐖐𐖑𐖒𐖔𐖕𐲀𐲁𐲂𐲃𐲄𐲅𐲆𐲇𐲈𐲉𐲊𐲋𐲌𐲍𐲎𐲏𐲐𐲑𐲒𐲓𐲔𐲕𐲖𐲗𐲘𐲙𐲚𐲛𐲜𐲝𐲞𐲟𐲠𐲡𐲢𐲣𐲤𐲥𐲦𐲧𐲨𐲩𐲪𐲫𐲬𐲭𐲮𐲯𐲰𐲱𐲲𐵐𐵑𐵒𐵓𐵔𐵕𐵖𐵗𐵘𐵙𐵚𐵛𐵜𐵝𐵞𐵟𐵠𐵡𐵢𐵣𐵤𐵥𑢠𑢡𑢢𑢣𑢤𑢥𑢦𑢧𑢨𑢩𑢪𑢫𑢬𑢭𑢮𑢯𑢰𑢱𑢲𑢳𑢴𑢵𑢶𑢷𑢸𑢹𑢺𑢻𑢼𑢽𑢾𑢿𖹀𖹁𖹂𖹃𖹄𖹅𖹆𖹇𖹈𖹉𖹊𖹋𖹌𖹍𖹎𖹏𖹐𖹑𖹒𖹓𖹔𖹕𖹖𖹗𖹘𖹙𖹚𖹛𖹜𖹝𖹞𖹟𖺠𖺡𖺢𖺣𖺤𖺥𖺦𖺧𖺨𖺩𖺪𖺫𖺬𖺭𖺮𖺯𖺰𖺱𖺲𖺳𖺴𖺵𖺶𖺷𖺸𞤀𞤁𞤂𞤃𞤄𞤅𞤆𞤇𞤈𞤉𞤊𞤋𞤌𞤍𞤎𞤏𞤐𞤑𞤒𞤓𞤔𞤕𞤖𞤗𞤘𞤙𞤚𞤛𞤜𞤝𞤞𞤟𞤠𞤡',
      '-"כמנפצاااييهههههك01234567890123456789-----"""""abcdefghijklmnopqrstuvwxyzdododdhhillŋŧɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵƣƥʀƨʃƭʈʊʋƴƶʒƹƽǥƕƿȝƞȣȥⱥȼƚⱦɂƀʉʌɇɉɋɍɏͱͳͷϳαβγδεζηθικλμνξοπρστυφχψωσϗϙϛϝϟϡϣϥϧϩϫϭϯϸϻͻͼͽђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆⴀⴁⴂⴃⴄⴅⴆⴇⴈⴉⴊⴋⴌⴍⴎⴏⴐⴑⴒⴓⴔⴕⴖⴗⴘⴙⴚⴛⴜⴝⴞⴟⴠⴡⴢⴣⴤⴥⴧⴭꭰꭱꭲꭳꭴꭵꭶꭷꭸꭹꭺꭻꭼꭽꭾꭿꮀꮁꮂꮃꮄꮅꮆꮇꮈꮉꮊꮋꮌꮍꮎꮏꮐꮑꮒꮓꮔꮕꮖꮗꮘꮙꮚꮛꮜꮝꮞꮟꮠꮡꮢꮣꮤꮥꮦꮧꮨꮩꮪꮫꮬꮭꮮꮯꮰꮱꮲꮳꮴꮵꮶꮷꮸꮹꮺꮻꮼꮽꮾꮿᏸᏹᏺᏻᏼᏽᲊაბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰჱჲჳჴჵჶჷჸჹჺჽჾჿỻỽỿⅎↄⰰⰱⰲⰳⰴⰵⰶⰷⰸⰹⰺⰻⰼⰽⰾⰿⱀⱁⱂⱃⱄⱅⱆⱇⱈⱉⱊⱋⱌⱍⱎⱏⱐⱑⱒⱓⱔⱕⱖⱗⱘⱙⱚⱛⱜⱝⱞⱟⱡɫᵽɽⱨⱪⱬɑɱɐɒⱳⱶȿɀⲁⲃⲅⲇⲉⲋⲍⲏⲑⲓⲕⲗⲙⲛⲝⲟⲡⲣⲥⲧⲩⲫⲭⲯⲱⲳⲵⲷⲹⲻⲽⲿⳁⳃⳅⳇⳉⳋⳍⳏⳑⳓⳕⳗⳙⳛⳝⳟⳡⳣⳬⳮⳳꙁꙃꙅꙇꙉꙋꙍꙏꙑꙓꙕꙗꙙꙛꙝꙟꙡꙣꙥꙧꙩꙫꙭꚁꚃꚅꚇꚉꚋꚍꚏꚑꚓꚕꚗꚙꚛꜣꜥꜧꜩꜫꜭꜯꜳꜵꜷꜹꜻꜽꜿꝁꝃꝅꝇꝉꝋꝍꝏꝑꝓꝕꝗꝙꝛꝝꝟꝡꝣꝥꝧꝩꝫꝭꝯꝺꝼᵹꝿꞁꞃꞅꞇꞌɥꞑꞓꞗꞙꞛꞝꞟꞡꞣꞥꞧꞩɦɜɡɬɪʞʇʝꭓꞵꞷꞹꞻꞽꞿꟁꟃꞔʂᶎꟈꟊɤꟍ꟏ꟑꟓꟕꟗꟙꟛƛꟶ𐐨𐐩𐐪𐐫𐐬𐐭𐐮𐐯𐐰𐐱𐐲𐐳𐐴𐐵𐐶𐐷𐐸𐐹𐐺𐐻𐐼𐐽𐐾𐐿𐑀𐑁𐑂𐑃𐑄𐑅𐑆𐑇𐑈𐑉𐑊𐑋𐑌𐑍𐑎𐑏𐓘𐓙𐓚𐓛𐓜𐓝𐓞𐓟𐓠𐓡𐓢𐓣𐓤𐓥𐓦𐓧𐓨𐓩𐓪𐓫𐓬𐓭𐓮𐓯𐓰𐓱𐓲𐓳𐓴𐓵𐓶𐓷𐓸𐓹𐓺𐓻𐖗𐖘𐖙𐖚𐖛𐖜𐖝𐖞𐖟𐖠𐖡𐖣𐖤𐖥𐖦𐖧𐖨𐖩𐖪𐖫𐖬𐖭𐖮𐖯𐖰𐖱𐖳𐖴𐖵𐖶𐖷𐖸𐖹𐖻𐖼𐳀𐳁𐳂𐳃𐳄𐳅𐳆𐳇𐳈𐳉𐳊𐳋𐳌𐳍𐳎𐳏𐳐𐳑𐳒𐳓𐳔𐳕𐳖𐳗𐳘𐳙𐳚𐳛𐳜𐳝𐳞𐳟𐳠𐳡𐳢𐳣𐳤𐳥𐳦𐳧𐳨𐳩𐳪𐳫𐳬𐳭𐳮𐳯𐳰𐳱𐳲𐵰𐵱𐵲𐵳𐵴𐵵𐵶𐵷𐵸𐵹𐵺𐵻𐵼𐵽𐵾𐵿𐶀𐶁𐶂𐶃𐶄𐶅𑣀𑣁𑣂𑣃𑣄𑣅𑣆𑣇𑣈𑣉𑣊𑣋𑣌𑣍𑣎𑣏𑣐𑣑𑣒𑣓𑣔𑣕𑣖𑣗𑣘𑣙𑣚𑣛𑣜𑣝𑣞𑣟𖹠𖹡𖹢𖹣𖹤𖹥𖹦𖹧𖹨𖹩𖹪𖹫𖹬𖹭𖹮𖹯𖹰𖹱𖹲𖹳𖹴𖹵𖹶𖹷𖹸𖹹𖹺𖹻𖹼𖹽𖹾𖹿𖺻𖺼𖺽𖺾𖺿𖻀𖻁𖻂𖻃𖻄𖻅𖻆𖻇𖻈𖻉𖻊𖻋𖻌𖻍𖻎𖻏𖻐𖻑𖻒𖻓𞤢𞤣𞤤𞤥𞤦𞤧𞤨𞤩𞤪𞤫𞤬𞤭𞤮𞤯𞤰𞤱𞤲𞤳𞤴𞤵𞤶𞤷𞤸𞤹𞤺𞤻𞤼𞤽𞤾𞤿𞥀𞥁𞥂𞥃'), 'Æ', 'ae'), 'Þ', 'th'), 'ß', 'ss'), 'æ', 'ae'), 'þ', 'th'), 'Œ', 'oe'), 'œ', 'oe'), 'ẞ', 'ss')
  END
$folded$;--> statement-breakpoint
DROP INDEX IF EXISTS "submissions_by_sender_found";--> statement-breakpoint
DROP INDEX IF EXISTS "submissions_by_form_found";--> statement-breakpoint
DROP INDEX IF EXISTS "agencies_by_name";--> statement-breakpoint
DROP INDEX IF EXISTS "forms_by_name";--> statement-breakpoint
DROP INDEX IF EXISTS "forms_by_label";--> statement-breakpoint
DROP INDEX IF EXISTS "listings_by_address";--> statement-breakpoint
DROP INDEX IF EXISTS "menus_by_name";--> statement-breakpoint
DROP INDEX IF EXISTS "pages_by_title";--> statement-breakpoint
DROP INDEX IF EXISTS "posts_by_title";--> statement-breakpoint
DROP INDEX IF EXISTS "staff_by_name";--> statement-breakpoint
DROP INDEX IF EXISTS "testimonials_by_author";--> statement-breakpoint
DROP INDEX IF EXISTS "domains_found";--> statement-breakpoint
DROP INDEX IF EXISTS "files_by_name";--> statement-breakpoint
DROP INDEX IF EXISTS "form_actions_by_name";--> statement-breakpoint
DROP INDEX IF EXISTS "popups_by_name";--> statement-breakpoint
DROP INDEX IF EXISTS "popups_by_title";--> statement-breakpoint
DROP INDEX IF EXISTS "redirects_by_from";--> statement-breakpoint
DROP INDEX IF EXISTS "redirects_by_to";--> statement-breakpoint
DROP INDEX IF EXISTS "redirects_from_found";--> statement-breakpoint
DROP INDEX IF EXISTS "redirects_to_found";--> statement-breakpoint
DROP INDEX IF EXISTS "seo_by_title";--> statement-breakpoint
DROP INDEX IF EXISTS "seo_by_type";--> statement-breakpoint
DROP INDEX IF EXISTS "submissions_by_name";--> statement-breakpoint
DROP INDEX IF EXISTS "syncs_by_label";--> statement-breakpoint
DROP INDEX IF EXISTS "websites_by_name";--> statement-breakpoint
DROP INDEX IF EXISTS "websites_found";--> statement-breakpoint
CREATE INDEX "agencies_by_name" ON "agencies" USING btree ("website_id",left(folded("name"), 200) collate "C","id");--> statement-breakpoint
CREATE INDEX "forms_by_name" ON "forms" USING btree ("website_id",left(folded("name"), 200) collate "C","id");--> statement-breakpoint
CREATE INDEX "forms_by_label" ON "forms" USING btree ("website_id",left(folded("label"), 200) collate "C","id");--> statement-breakpoint
CREATE INDEX "listings_by_address" ON "listings" USING btree ("website_id",left(folded("address"), 200) collate "C","id");--> statement-breakpoint
CREATE INDEX "menus_by_name" ON "menus" USING btree ("website_id",left(folded("name"), 200) collate "C","id");--> statement-breakpoint
CREATE INDEX "pages_by_title" ON "pages" USING btree ("website_id",left(folded("title"), 200) collate "C","id");--> statement-breakpoint
CREATE INDEX "posts_by_title" ON "posts" USING btree ("website_id",left(folded("title"), 200) collate "C","id");--> statement-breakpoint
CREATE INDEX "staff_by_name" ON "staff" USING btree ("website_id",left(folded("name"), 200) collate "C","id");--> statement-breakpoint
CREATE INDEX "testimonials_by_author" ON "testimonials" USING btree ("website_id",left(folded("author"), 200) collate "C","id");--> statement-breakpoint
CREATE INDEX "files_by_name" ON "files" USING btree ("website_id",left(folded("name"), 200) collate "C","id");--> statement-breakpoint
CREATE INDEX "form_actions_by_name" ON "form_actions" USING btree ("website_id",left(folded("name"), 200) collate "C","id");--> statement-breakpoint
CREATE INDEX "popups_by_name" ON "popups" USING btree ("website_id",left(folded("name"), 200) collate "C","id");--> statement-breakpoint
CREATE INDEX "popups_by_title" ON "popups" USING btree ("website_id",left(folded("title"), 200) collate "C","id");--> statement-breakpoint
CREATE INDEX "redirects_by_from" ON "redirects" USING btree ("website_id",left(folded("redirects_from"), 200) collate "C","id");--> statement-breakpoint
CREATE INDEX "redirects_by_to" ON "redirects" USING btree ("website_id",left(folded("redirects_to"), 200) collate "C","id");--> statement-breakpoint
CREATE INDEX "seo_by_title" ON "seo" USING btree ("website_id",left(folded("title"), 200) collate "C","id");--> statement-breakpoint
CREATE INDEX "seo_by_type" ON "seo" USING btree ("website_id",left(folded("post_type"), 200) collate "C","id");--> statement-breakpoint
CREATE INDEX "submissions_by_name" ON "submissions" USING btree ("website_id",left(folded("form_name"), 200) collate "C","id");--> statement-breakpoint
CREATE INDEX "syncs_by_label" ON "syncs" USING btree ("account_id",left(folded("label"), 200) collate "C","id");--> statement-breakpoint
CREATE INDEX "websites_by_name" ON "websites" USING btree ("account_id",left(folded("name"), 200) collate "C","id");--> statement-breakpoint
-- As in 0012: without the extension a search finds the same, and reads every row.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX "domains_found" ON "domains" USING gin (folded("domain") gin_trgm_ops);
  CREATE INDEX "redirects_from_found" ON "redirects" USING gin (folded("redirects_from") gin_trgm_ops);
  CREATE INDEX "redirects_to_found" ON "redirects" USING gin (folded("redirects_to") gin_trgm_ops);
  CREATE INDEX "websites_found" ON "websites" USING gin (folded("name") gin_trgm_ops);
  CREATE INDEX "submissions_by_sender_found" ON "submissions" USING gin (folded("sent_by") gin_trgm_ops);
  CREATE INDEX "submissions_by_form_found" ON "submissions" USING gin (folded("form_name") gin_trgm_ops);
EXCEPTION WHEN feature_not_supported OR undefined_file OR insufficient_privilege THEN
  RAISE WARNING 'pg_trgm: %', SQLERRM;
END $$;
