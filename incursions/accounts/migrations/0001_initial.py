"""Create every table of this app. A database at commit 64b9793 has them: it has the migration in `replaces`."""

import django.contrib.auth.validators
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('accounts', '0007_name_skeleton')]

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('username', models.CharField(error_messages={'unique': 'A user with that username already exists.'}, help_text='Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.', max_length=150, unique=True, validators=[django.contrib.auth.validators.UnicodeUsernameValidator()], verbose_name='username')),
                ('first_name', models.CharField(blank=True, max_length=150, verbose_name='first name')),
                ('last_name', models.CharField(blank=True, max_length=150, verbose_name='last name')),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='email address')),
                ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
                ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
                ('history_for', models.CharField(choices=[('everybody', 'Everybody'), ('signed_in', 'Players with an account'), ('nobody', 'Nobody')], default='everybody', help_text='Who sees the matches that you played, and your badges', max_length=10)),
                ('decks_for', models.CharField(choices=[('everybody', 'Everybody'), ('signed_in', 'Players with an account'), ('nobody', 'Nobody')], default='signed_in', help_text='Who sees how you fared with each deck and race', max_length=10)),
                ('ratings_for', models.CharField(choices=[('everybody', 'Everybody'), ('signed_in', 'Players with an account'), ('nobody', 'Nobody')], default='everybody', help_text='Who sees your ratings and how they moved', max_length=10)),
                ('online_for', models.CharField(choices=[('everybody', 'Everybody'), ('signed_in', 'Players with an account'), ('nobody', 'Nobody')], default='signed_in', help_text='Who sees that you are playing now, and at which table', max_length=10)),
                ('inviting_for', models.CharField(choices=[('everybody', 'Everybody'), ('signed_in', 'Players with an account'), ('nobody', 'Nobody')], default='signed_in', help_text='Who may invite you to a table', max_length=10)),
                ('watching_for', models.CharField(choices=[('everybody', 'Everybody'), ('signed_in', 'Players with an account'), ('nobody', 'Nobody')], default='everybody', help_text='Who may watch while you play', max_length=10)),
                ('collection_for', models.CharField(choices=[('everybody', 'Everybody'), ('signed_in', 'Players with an account'), ('nobody', 'Nobody')], default='signed_in', help_text='Who sees what you have collected from boosters', max_length=10)),
                ('mails_tournaments', models.BooleanField(default=False, help_text='Mail me my table and my result in tournaments that I play in')),
                ('is_listed', models.BooleanField(default=False, help_text='Stand in the lists of the best, which everybody sees')),
                ('is_guest', models.BooleanField(default=False)),
                ('display_name', models.CharField(blank=True, help_text='What others see; else the user name', max_length=40)),
                ('name_skeleton', models.CharField(blank=True, db_index=True, editable=False, help_text='The same for all names that look alike', max_length=500)),
                ('asked_in_windows', models.CharField(choices=[('always', 'Always'), ('able', 'Whenever I can do something'), ('answer', 'Only when I can answer')], default='answer', help_text='When you are asked whether you answer what others do', max_length=10)),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'verbose_name': 'user',
                'verbose_name_plural': 'users',
                'abstract': False,
                'constraints': [models.CheckConstraint(condition=models.Q(('is_guest', False), ('password__startswith', '!'), _connector='OR'), name='guest_has_no_password', violation_error_message='A guest has no password.')],
            },
        ),
        migrations.CreateModel(
            name='ApiToken',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tokens', to=settings.AUTH_USER_MODEL)),
                ('name', models.CharField(max_length=60)),
                ('beginning', models.CharField(max_length=12)),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('used_at', models.DateTimeField(help_text='The hour in which it was used last', null=True)),
            ],
            options={
                'ordering': ['-created_at', '-pk'],
            },
        ),
    ]
