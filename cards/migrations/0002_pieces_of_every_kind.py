import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('cards', '0001_ships_and_tiles'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        # The rows of before are kept beside the new tables until 0003 has taken them over.
        migrations.RenameModel(old_name='Ship', new_name='FormerShip'),
        migrations.RenameModel(old_name='HexTile', new_name='FormerHexTile'),
        migrations.CreateModel(
            name='CardSet',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.SlugField(help_text='What a piece names it by', max_length=20, unique=True)),
                ('title', models.CharField(max_length=60)),
                ('released', models.DateField(blank=True, null=True)),
                ('about', models.TextField(blank=True)),
            ],
            options={
                'verbose_name': 'set',
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Piece',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('title', models.CharField(max_length=60, unique=True)),
                ('definition', models.JSONField(help_text="In the catalogue's own form; copied into every match that uses it")),
                ('loaded', models.JSONField(editable=False, null=True)),
                ('is_edited', models.BooleanField(default=False, editable=False, help_text='Not as the files have it')),
                ('piece_kind', models.CharField(choices=[('ship', 'Ship'), ('captain', 'Captain'), ('card', 'Card'), ('tile', 'Tile')], editable=False, max_length=10)),
                ('number', models.PositiveSmallIntegerField(blank=True, help_text='As printed; ships, captains and cards are counted together, tiles apart', null=True)),
                ('text', models.TextField(blank=True)),
                ('flavour', models.TextField(blank=True)),
                ('set', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='pieces', to='cards.cardset')),
            ],
            options={
                'ordering': [models.OrderBy(models.F('number'), nulls_last=True), 'title'],
            },
        ),
        migrations.CreateModel(
            name='CatalogueVersion',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token', models.CharField(blank=True, max_length=32)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('pk', 1)), name='one_catalogue_version')],
            },
        ),
        migrations.CreateModel(
            name='Ruling',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('date', models.DateField()),
                ('rule', models.CharField(blank=True, help_text='The number of the rule that it is about', max_length=12)),
                ('text', models.TextField()),
                ('piece', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rulings', to='cards.piece')),
            ],
            options={
                'ordering': ['date', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='StarterDeck',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('title', models.CharField(max_length=60, unique=True)),
                ('definition', models.JSONField(help_text="In the catalogue's own form; copied into every match that uses it")),
                ('loaded', models.JSONField(editable=False, null=True)),
                ('is_edited', models.BooleanField(default=False, editable=False, help_text='Not as the files have it')),
                ('place', models.PositiveSmallIntegerField(default=0, help_text='The order in which seats take them by turns')),
                ('race', models.CharField(choices=[('Federation', 'Federation'), ('Klingon', 'Klingon'), ('Romulan', 'Romulan'), ('Borg', 'Borg')], max_length=20)),
                ('plan', models.TextField()),
            ],
            options={
                'ordering': ['place', 'pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('race__in', ('Federation', 'Klingon', 'Romulan', 'Borg'))), name='starter_has_a_race')],
            },
        ),
        migrations.CreateModel(
            name='TextChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('title', models.CharField(max_length=60)),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('old', models.TextField(blank=True)),
                ('new', models.TextField(blank=True)),
                ('by', models.ForeignKey(blank=True, help_text='Nobody: the files of the catalogue', null=True, on_delete=django.db.models.deletion.SET_NULL, to=settings.AUTH_USER_MODEL)),
                ('piece', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='text_changes', to='cards.piece')),
            ],
            options={
                'ordering': ['-at', '-pk'],
            },
        ),
        migrations.CreateModel(
            name='Captain',
            fields=[
                ('piece_ptr', models.OneToOneField(auto_created=True, on_delete=django.db.models.deletion.CASCADE, parent_link=True, primary_key=True, serialize=False, to='cards.piece')),
                ('race', models.CharField(choices=[('Federation', 'Federation'), ('Klingon', 'Klingon'), ('Romulan', 'Romulan'), ('Borg', 'Borg')], max_length=20)),
                ('espionage_evasion', models.PositiveSmallIntegerField()),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('race__in', ('Federation', 'Klingon', 'Romulan', 'Borg'))), name='captain_has_a_race'), models.CheckConstraint(condition=models.Q(('espionage_evasion__lte', 12)), name='captain_scores')],
            },
            bases=('cards.piece',),
        ),
        migrations.CreateModel(
            name='GameCard',
            fields=[
                ('piece_ptr', models.OneToOneField(auto_created=True, on_delete=django.db.models.deletion.CASCADE, parent_link=True, primary_key=True, serialize=False, to='cards.piece')),
                ('nature', models.CharField(choices=[('Command', 'Command'), ('Attack', 'Attack'), ('Defence', 'Defence'), ('Tactical', 'Tactical'), ('Crew', 'Crew')], max_length=10)),
                ('type', models.CharField(blank=True, choices=[('Calamity', 'Calamity'), ('Catastrophe', 'Catastrophe'), ('Dilemma', 'Dilemma'), ('Equipment', 'Equipment'), ('Espionage', 'Espionage'), ('Procedure', 'Procedure')], help_text='Officers have none (13.2)', max_length=20)),
                ('rarity', models.CharField(choices=[('Common', 'Common'), ('Special', 'Special'), ('Rare', 'Rare'), ('Xtra Rare', 'Xtra Rare'), ('Ultra Rare', 'Ultra Rare')], max_length=12)),
                ('counts_against', models.CharField(blank=True, help_text='The rarity limits that a copy counts against (rules 3.3, 3.4)', max_length=40)),
                ('play_method', models.CharField(choices=[('Use and discard', 'Use and discard'), ('Table', 'Table'), ('Table when drawn', 'Table when drawn'), ('Table until destroyed', 'Table until destroyed'), ('Table in front of target', 'Table in front of target'), ('Table in hex', 'Table in hex'), ('Table for the round', 'Table for the round'), ('Play any time', 'Play any time'), ('Multi', 'Multi')], max_length=30)),
                ('usage', models.CharField(help_text='any, or the races that may use it (rules 13.5)', max_length=60)),
                ('position', models.CharField(blank=True, choices=[('First Officer', 'First Officer'), ('Helm', 'Helm'), ('Tactical', 'Tactical'), ('Science', 'Science'), ('Engineering', 'Engineering'), ('Medical', 'Medical'), ('Communications', 'Communications'), ('Security', 'Security')], help_text='Of officers (14.1)', max_length=20)),
                ('race', models.CharField(blank=True, choices=[('Federation', 'Federation'), ('Klingon', 'Klingon'), ('Romulan', 'Romulan'), ('Borg', 'Borg'), ('neutral', 'neutral')], help_text='Of officers', max_length=20)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('nature__in', ('Command', 'Attack', 'Defence', 'Tactical', 'Crew'))), name='card_has_a_nature'), models.CheckConstraint(condition=models.Q(('type__in', ('', 'Calamity', 'Catastrophe', 'Dilemma', 'Equipment', 'Espionage', 'Procedure'))), name='card_has_a_type'), models.CheckConstraint(condition=models.Q(('rarity__in', ('Common', 'Special', 'Rare', 'Xtra Rare', 'Ultra Rare'))), name='card_has_a_rarity'), models.CheckConstraint(condition=models.Q(('play_method__in', ('Use and discard', 'Table', 'Table when drawn', 'Table until destroyed', 'Table in front of target', 'Table in hex', 'Table for the round', 'Play any time', 'Multi'))), name='card_has_a_play_method'), models.CheckConstraint(condition=models.Q(('usage', ''), _negated=True), name='card_is_of_use'), models.CheckConstraint(condition=models.Q(models.Q(('nature', 'Crew'), ('position__in', ('First Officer', 'Helm', 'Tactical', 'Science', 'Engineering', 'Medical', 'Communications', 'Security')), ('race__in', ('Federation', 'Klingon', 'Romulan', 'Borg', 'neutral')), ('type', '')), models.Q(models.Q(('nature', 'Crew'), _negated=True), ('position', ''), ('race', '')), _connector='OR'), name='officers_alone_hold_positions', violation_error_message='Officers have a position and a race and no type; other cards have neither.')],
            },
            bases=('cards.piece',),
        ),
        migrations.CreateModel(
            name='HexTile',
            fields=[
                ('piece_ptr', models.OneToOneField(auto_created=True, on_delete=django.db.models.deletion.CASCADE, parent_link=True, primary_key=True, serialize=False, to='cards.piece')),
                ('hex_points', models.PositiveSmallIntegerField()),
                ('kind', models.CharField(choices=[('normal', 'normal'), ('denizen', 'denizen'), ('unique', 'unique'), ('escape', 'escape'), ('wormhole', 'wormhole'), ('modifier', 'modifier'), ('open', 'open')], max_length=20)),
                ('affinity', models.CharField(blank=True, choices=[('ship: Federation', 'ship: Federation'), ('ship: Klingon', 'ship: Klingon'), ('ship: Romulan', 'ship: Romulan'), ('ship: Borg', 'ship: Borg'), ('captain: Federation', 'captain: Federation'), ('captain: Klingon', 'captain: Klingon'), ('captain: Romulan', 'captain: Romulan'), ('captain: Borg', 'captain: Borg')], help_text='Whose race counts, such as “ship: Borg”', max_length=40)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('hex_points__gte', 1), ('hex_points__lte', 9)), name='tile_has_hex_points'), models.CheckConstraint(condition=models.Q(('kind__in', ('normal', 'denizen', 'unique', 'escape', 'wormhole', 'modifier', 'open'))), name='tile_is_of_a_kind'), models.CheckConstraint(condition=models.Q(('affinity__in', ('', 'ship: Federation', 'ship: Klingon', 'ship: Romulan', 'ship: Borg', 'captain: Federation', 'captain: Klingon', 'captain: Romulan', 'captain: Borg'))), name='tile_has_one_affinity')],
            },
            bases=('cards.piece',),
        ),
        migrations.CreateModel(
            name='Ship',
            fields=[
                ('piece_ptr', models.OneToOneField(auto_created=True, on_delete=django.db.models.deletion.CASCADE, parent_link=True, primary_key=True, serialize=False, to='cards.piece')),
                ('race', models.CharField(choices=[('Federation', 'Federation'), ('Klingon', 'Klingon'), ('Romulan', 'Romulan'), ('Borg', 'Borg')], max_length=20)),
                ('role', models.CharField(blank=True, max_length=40)),
                ('hull', models.PositiveSmallIntegerField()),
                ('shields', models.PositiveSmallIntegerField()),
                ('evasion', models.PositiveSmallIntegerField()),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('hull__gt', 0), ('hull__lte', 999)), name='ship_has_hull', violation_error_message='A ship has hull points.'), models.CheckConstraint(condition=models.Q(('race__in', ('Federation', 'Klingon', 'Romulan', 'Borg'))), name='ship_has_a_race'), models.CheckConstraint(condition=models.Q(('evasion__lte', 12), ('shields__lte', 999)), name='ship_scores')],
            },
            bases=('cards.piece',),
        ),
        migrations.AddConstraint(
            model_name='piece',
            constraint=models.CheckConstraint(condition=models.Q(('title', ''), _negated=True), name='piece_has_title'),
        ),
        migrations.AddConstraint(
            model_name='piece',
            constraint=models.CheckConstraint(condition=models.Q(('piece_kind__in', ['ship', 'captain', 'card', 'tile'])), name='piece_is_of_a_kind'),
        ),
        migrations.AddConstraint(
            model_name='piece',
            constraint=models.CheckConstraint(condition=models.Q(('number', None), ('number__gt', 0), _connector='OR'), name='piece_number_is_printed'),
        ),
        migrations.AddConstraint(
            model_name='piece',
            constraint=models.UniqueConstraint(condition=models.Q(('piece_kind', 'tile'), _negated=True), fields=('set', 'number'), name='card_number_once_in_a_set', violation_error_message='Another ship, captain or card of the set has this number.'),
        ),
        migrations.AddConstraint(
            model_name='piece',
            constraint=models.UniqueConstraint(condition=models.Q(('piece_kind', 'tile')), fields=('set', 'number'), name='tile_number_once_in_a_set', violation_error_message='Another tile of the set has this number.'),
        ),
        migrations.AddConstraint(
            model_name='ruling',
            constraint=models.UniqueConstraint(fields=('piece', 'date', 'text'), name='ruling_given_once'),
        ),
        migrations.AddConstraint(
            model_name='textchange',
            constraint=models.CheckConstraint(condition=models.Q(('old', models.F('new')), _negated=True), name='text_has_changed'),
        ),
    ]
